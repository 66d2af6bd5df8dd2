import type { Family } from './exposition.ts';

/** Under the names that Prometheus's own dashboards know. */
export function processFamilies(memory = process.memoryUsage()): Family[] {
  return [
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory size in bytes.',
      type: 'gauge',
      samples: [{ value: memory.rss }],
    },
    {
      name: 'nodejs_heap_size_used_bytes',
      help: 'Bytes of JavaScript objects in use.',
      type: 'gauge',
      samples: [{ value: memory.heapUsed }],
    },
  ];
}
