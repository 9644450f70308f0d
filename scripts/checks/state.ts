import type { Source } from './sources.ts'

/** Weak tables of a module hide state from its callers. A process keeps its memory in the context; `db/` may bind some to a connection. */
export function checkState(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('apps/server/src/') && !path.startsWith('apps/server/src/db/') && !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          /\bnew Weak(?:Map|Set|Ref)\b/.test(line) ? [`${path}:${index + 1}: keep this in the context, where readers see it`] : [],
        ),
    )
}
