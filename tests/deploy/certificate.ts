import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
  /** What a client of the test has to trust. */
  readonly ca: string;
}

/** A certificate for `name` and its www, made now and trusted by nobody else. */
export function makeCertificate(folder: string, name: string): Certificate {
  const [certFile, keyFile] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},DNS:www.${name}`];
  const args = ['req', '-x509', ...key, ...names, '-days', '2', '-out', certFile];
  execFileSync('openssl', args, { stdio: 'pipe' });
  return { certFile, keyFile, ca: readFileSync(certFile, 'utf8') };
}
