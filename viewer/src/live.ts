// A run under way: ask for its header again and again, and take over what has grown.
import type { Run } from './data/run';

const INTERVAL = 1000;

export function watch(run: Run, onGrown: () => void, onTrouble: (text: string | null) => void): void {
  let failures = 0;
  const ask = async (): Promise<void> => {
    try {
      const header = await run.source.header();
      const hasGrown = header.records !== run.header.records;
      const hasChanged = hasGrown || header.run.status !== run.header.run.status;
      if (hasGrown) await run.refresh(header);
      else run.header = header;
      if (hasChanged) onGrown();
      if (failures > 0) onTrouble(null);
      failures = 0;
    } catch {
      if (++failures === 3) onTrouble('The server does not answer; the picture shows what has arrived.');
    }
    if (run.header.run.status === 'running') window.setTimeout(() => void ask(), INTERVAL * Math.min(10, 1 + failures));
  };
  window.setTimeout(() => void ask(), INTERVAL);
}
