import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, readlinkSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AtEnd } from '../service/temporary-folder.ts';
import { until } from './until.ts';

export interface Machine {
  /** A process of it, as this machine numbers it: whoever enters its namespaces comes in there. */
  readonly pid: number;
  /** Runs a shell script in it as root and gives what it said; throws with that when it ends with an error. */
  run(script: string, input?: string | Buffer): Promise<string>;
  /** The same, with the exit status instead of an error. */
  ask(script: string, input?: string | Buffer): Promise<Said>;
  /** Writes a file in it, in folders that are made where they are missing. */
  put(path: string, content: string | Buffer): Promise<void>;
}

export interface Said {
  readonly status: number;
  readonly said: string;
}

export interface MachineOptions {
  /** A bare Debian; it stays as it is. */
  readonly root: string;
  /** Keeps what the machine writes. */
  readonly folder: string;
  /** Files that it has when it starts, by their paths. */
  readonly files: Readonly<Record<string, string>>;
  /** Called once its network namespace is there, before systemd starts. */
  readonly connect: (pid: number) => void;
}

/**
 * What a container manager does, in the namespaces of `unshare`: its own /dev, /proc and cgroups, and of the kernel's
 * settings only to read (https://systemd.io/CONTAINER_INTERFACE).
 */
const INIT = `
cd "$ROOT"
mount -t proc proc proc
mount --bind proc/sys proc/sys && mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for made in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "dev/\${made%:*}" c 1 "\${made#*:}"; done
mknod -m 666 dev/tty c 5 0
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for n in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/\${n%:*}" "dev/\${n#*:}"; done
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mkdir -p run/host/old && ip link set lo up
read go
pivot_root . run/host/old
exec chroot . setpriv --bounding-set -sys_module,-sys_time env -i container=unshare LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin \
  sh -c 'umount -l /run/host/old && exec /usr/lib/systemd/systemd'
`;

const NAMESPACES = ['--pid', '--mount', '--uts', '--ipc', '--net', '--cgroup'];
const BOOT_MS = 60_000;
/** Characters of what a script said that are worth reading when it failed. */
const LAST_WORDS = 4_000;

/**
 * Starts systemd as PID 1 in new namespaces, with the folder `root` (an installed Debian) as its file system. Writes go to
 * an overlay, so that the folder stays unchanged for the next test.
 */
export async function startMachine(options: MachineOptions, atEnd: AtEnd): Promise<Machine> {
  const { root, folder, files } = options;
  const [upper, work, merged] = ['upper', 'work', 'root'].map((name) => join(folder, name));
  for (const path of [upper, work, merged]) mkdirSync(path ?? '', { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(upper ?? '', path, '..'), { recursive: true });
    writeFileSync(join(upper ?? '', path), text);
  }
  const cgroup = ownCgroup(atEnd);
  const overlay = `mount -t overlay overlay -o 'lowerdir=${root},upperdir=${upper},workdir=${work}' '${merged}'`;
  const console = openSync(join(folder, 'console.log'), 'a');
  const child = spawn(
    'sh',
    [
      '-ec',
      `echo $$ > '${cgroup}/cgroup.procs'; exec unshare ${NAMESPACES.join(' ')} --propagation private --fork --kill-child sh -ec "$INIT"`,
    ],
    {
      env: { ...process.env, ROOT: merged, INIT: `${overlay}\n${INIT}` },
      stdio: ['pipe', console, console],
    },
  );
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const outer = child.pid ?? 0;
  const network = (pid: number | string) => readlinkSync(`/proc/${pid}/ns/net`);
  await until(() => network(outer) !== network('self') && inner(outer) !== undefined, BOOT_MS);
  options.connect(outer);
  child.stdin?.end('\n');
  const pid = inner(outer) ?? 0;
  const ask = (script: string, input: string | Buffer = '') => enter(pid, script, input);
  await until(
    async () => /^(running|degraded)/.test((await ask('systemctl is-system-running')).said),
    BOOT_MS,
  );
  const run = async (script: string, input: string | Buffer = '') => {
    const { status, said } = await ask(script, input);
    if (status !== 0) throw new Error(`It ended with ${status}:\n${said.slice(-LAST_WORDS)}`);
    return said;
  };
  const put = async (path: string, content: string | Buffer) => {
    await run(`mkdir -p "$(dirname '${path}')" && cat > '${path}'`, content);
  };
  return { pid, ask, run, put };
}

/** A shell in the machine, as the root who sits at it. */
async function enter(pid: number, script: string, input: string | Buffer): Promise<Said> {
  const into = ['--target', String(pid), '--all', '--root', '--wd', '--'];
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const child = spawn('nsenter', [...into, 'bash', '-c', script], {
    env: { PATH, HOME: '/root', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
    });
  child.stdin.on('error', () => {}).end(input);
  const [status] = await once(child, 'close');
  return { status: status ?? -1, said };
}

/** The one process that `unshare` started. */
function inner(outer: number): number | undefined {
  const [first] = readFileSync(`/proc/${outer}/task/${outer}/children`, 'utf8').split(' ');
  return first ? Number(first) : undefined;
}

/** A group of its own below wherever this system keeps its cgroup2, gone at the end with all that systemd made in it. */
function ownCgroup(atEnd: AtEnd): string {
  const mounted = /^\S+ \S+ \S+ \S+ (\S+) .* - cgroup2 /m.exec(
    readFileSync('/proc/self/mountinfo', 'utf8'),
  )?.[1];
  if (mounted === undefined) throw new Error('This system has no cgroup2');
  const group = join(mounted, `oui-48-bare-${process.pid}`);
  mkdirSync(group);
  atEnd(async () => {
    await until(() => readFileSync(join(group, 'cgroup.events'), 'utf8').includes('populated 0'), BOOT_MS);
    const { stdout } = spawnSync('find', [group, '-depth', '-type', 'd'], { encoding: 'utf8' });
    for (const path of stdout.trim().split('\n')) rmdirSync(path);
  });
  return group;
}
