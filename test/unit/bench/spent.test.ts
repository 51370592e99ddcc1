import { expect, it } from 'vitest';
import { cpuOfProcess, spentByCommand, spentOn } from '../../bench/harness/spent.ts';

/** Computes until the kernel has counted so much for it. */
function compute(seconds: number): void {
  const before = process.cpuUsage();
  const used = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  while (used() < seconds);
}

it('the processor time of a command is counted with that of its children', async () => {
  const loop = 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done';
  const { cpu, wall } = await spentByCommand('bash', ['-c', `bash -c '${loop}'; true`]);
  expect(cpu).toBeGreaterThan(0);
  expect(wall).toBeGreaterThan(0);
});

it('a command that fails has no processor time but a reason', async () => {
  await expect(spentByCommand('bash', ['-c', 'echo because >&2; exit 3'])).rejects.toThrow(
    /ended with 3: because/,
  );
});

it('the processor time of work in this process is what it computed, and not what it waited', async () => {
  const { cpu } = await spentOn(() => compute(0.1));
  expect(cpu).toBeGreaterThanOrEqual(0.1);
});

it('the processor time of a running process only grows', async () => {
  const before = await cpuOfProcess(process.pid);
  compute(0.05);
  expect(await cpuOfProcess(process.pid)).toBeGreaterThan(before);
});
