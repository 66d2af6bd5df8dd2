import { spawnSync } from 'node:child_process';
import { ensureProgram, has, isRoot } from '../support/machine.ts';

/** Whether nft is there, and this account may use it. */
function hasNft(): boolean {
  return isRoot() && ensureProgram('nft', 'nftables');
}

/** Whether this machine lets a test have networks of its own, joined by a cable, and rules between them. */
export function canJoinNetworks(): boolean {
  if (!hasNft() || !has('unshare') || !ensureProgram('ip', 'iproute2')) return false;
  const pair = 'ip link add v0 type veth peer name v1 && nft list ruleset';
  return spawnSync('unshare', ['--net', 'sh', '-c', pair]).status === 0;
}
