import { readRequirements } from './checks/requirements.ts'
import { CODE_ENDINGS, CODE_FOLDERS, readSources } from './checks/sources.ts'

/**
 * Lists rows of docs/spec and their tests: `--missing [AREA]` those without a test, `--more` those that only tests of
 * `npm run test:more` name, `--where ID` the files of one.
 */
const [option, value = ''] = process.argv.slice(2)
const { rows, named, byDefault, settled } = readRequirements(
  readSources(['docs/spec'], ['.md']),
  readSources(CODE_FOLDERS, [...CODE_ENDINGS, '.sol']),
)
const areaOf = (id: string) => id.replace(/-\d+$/, '')
const missing = [...rows].filter(([id]) => !named.has(id) && !settled.has(id))

if (option === '--where') console.log([...(named.get(value.toUpperCase()) ?? [])].sort().join('\n') || `No test names ${value}.`)
else if (option === '--missing') {
  for (const [id, text] of missing) if (value === '' || areaOf(id) === value.toUpperCase()) console.log(`[${id}] ${text}`)
} else if (option === '--more') {
  for (const [id, files] of named) if (!byDefault.has(id)) console.log(`${id}: ${[...files].sort().join(', ')}`)
} else {
  const areas = Map.groupBy(rows.keys(), areaOf)
  for (const [area, ids] of areas) console.log(`${area.padEnd(7)} ${ids.filter((id) => named.has(id)).length} of ${ids.length}`)
  console.log(`${[...rows.keys()].filter((id) => named.has(id)).length} named by a test, ${missing.length} missing, of ${rows.size}`)
}
