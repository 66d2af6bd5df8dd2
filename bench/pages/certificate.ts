import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/**
 * A certificate for 127.0.0.1 that signs itself and lasts a day, made for one run.
 * @param dir a folder that is thrown away after the run
 */
export function makeCertificate(dir: string): Certificate {
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = spawnSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...names]);
  if (made.status !== 0)
    throw new Error(
      'openssl n’a pas pu faire le certificat de la mesure (est-il installé ?). Rien n’est modifié. ' +
        'Installez le paquet openssl, puis relancez la même commande.',
    );
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
