import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The Debian that the runbook names, and the name of that release. */
const RELEASE = { number: '13', suite: 'trixie' } as const;

const FOLDER = resolve(import.meta.dirname, '../../.cache/bare');

/**
 * A Debian that nothing was installed on, as a folder; made once by mmdebstrap, from the mirror that this machine's own
 * apt uses, and kept between runs. Throws when it cannot be made.
 */
export function bareRoot(): string {
  const [root, made] = [join(FOLDER, RELEASE.suite), join(FOLDER, `${RELEASE.suite}.made`)];
  if (!existsSync(made)) {
    console.log(`A bare Debian ${RELEASE.number} is made…`);
    rmSync(root, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    // Every package that Debian's own installer puts on a server; only the copies on the disk may be late.
    const args = [
      '--quiet',
      '--variant=debootstrap',
      '--dpkgopt=force-unsafe-io',
      RELEASE.suite,
      root,
      mirror(),
    ];
    const { status, error } = spawnSync('mmdebstrap', args, { stdio: ['ignore', 'inherit', 'inherit'] });
    if (error !== undefined || status !== 0)
      throw new Error('mmdebstrap could not make a Debian (apt-get install mmdebstrap)');
    writeFileSync(made, '');
  }
  const version = readFileSync(join(root, 'etc/debian_version'), 'utf8').trim();
  if (!version.startsWith(RELEASE.number))
    throw new Error(`This is Debian ${version}, not ${RELEASE.number}`);
  return root;
}

/** Where this machine's apt takes Debian from. */
function mirror(): string {
  const format = '$(LABEL) $(REPO_URI)';
  const { stdout = '' } = spawnSync('apt-get', ['indextargets', '--format', format], { encoding: 'utf8' });
  const uri = /^Debian (\S+)$/m.exec(stdout)?.[1];
  if (uri === undefined) throw new Error('The apt of this machine names no mirror of Debian');
  return uri;
}
