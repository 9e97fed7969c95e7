/** What the benchmark holds, as its report and the decision records state it (packages/bench/report.ts, docs/decisions/0006). */
export const figures = [
  {
    value: '10 ms',
    what: '99 of 100 runs start within this of their scheduled time, at 200 runs per second',
    command: 'lag',
  },
  { value: '0.4 ms', what: 'Processor time per run at most, the database included', command: 'throughput' },
  { value: '2 %', what: 'Of one core at most, with 10,000 active tasks and nothing due', command: 'idle' },
  {
    value: '1.5×',
    what: 'The oldest page among 10 million requests takes at most this, against 10 thousand',
    command: 'history',
  },
] as const
