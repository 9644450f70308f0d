import { startFakeNode } from '../../apps/server/test/fake-node.ts'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { newToken, tokenHash } from '../../apps/server/src/modules/sessions/tokens.ts'
import { CHAIN_ID } from '../bench-chain.ts'
import { TOLD_PERSON } from '../market/fill.ts'
import { personBytes } from '../market/names.ts'
import { openMarket } from '../market/place.ts'
import { CASES } from './cases.ts'
import { encode, openRecorder } from './statements.ts'
const items = Number(process.argv[2] ?? 50000)
const only = process.argv[3] ?? ''
const full = process.argv[4] === 'full'
const node = await startFakeNode(CHAIN_ID, Math.floor(Date.now() / 1_000))
const size = { items, accounts: [120, 10_000], pictures: ['bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'] }
const place = await openMarket(`/tmp/hang/bapi/${items}`, size)
const c = new pg.Client({ connectionString: place.databaseUrl }); await c.connect()
const token = newToken()
const now = Math.floor(Date.now() / 1_000)
await c.query('insert into session select $1, id, $2, $2 from account where address = $3', [tokenHash(token), now, personBytes(TOLD_PERSON)])
const rec = await openRecorder(place.dataDir, place.databaseUrl, node.url)
for (const one of CASES.filter(({ name }) => name.includes(only))) {
  const sum = new Map<string, { n: number; plan: number; exec: number; text: string }>()
  for (let n = 0; n < 40; n++) {
    const st = await rec.record(await encode(one.ask(n, size), token))
    if (n < 8) continue
    for (const { text, values } of st) {
      if (!/^\s*(select|with)/i.test(text)) { const e = sum.get('other ' + text.slice(0, 60)) ?? { n: 0, plan: 0, exec: 0, text }; e.n++; sum.set('other ' + text.slice(0, 60), e); continue }
      const { rows } = await c.query(`explain (analyze, timing off, format json) ${text}`, [...values])
      const [p] = rows[0]['QUERY PLAN']
      const k = createHash('md5').update(text).digest('hex').slice(0, 6)
      const e = sum.get(k) ?? { n: 0, plan: 0, exec: 0, text }
      e.n++; e.plan += p['Planning Time']; e.exec += p['Execution Time']; sum.set(k, e)
    }
  }
  console.log('##', one.name)
  let P = 0, X = 0
  for (const [k, e] of sum) { P += e.plan / 32; X += e.exec / 32; console.log(k, (e.n / 32).toFixed(2), 'plan', (e.plan / e.n).toFixed(2), 'exec', (e.exec / e.n).toFixed(2), full ? e.text : e.text.replaceAll(/\s+/g, ' ').slice(0, 150)) }
  console.log('   per request: plan', P.toFixed(2), 'exec', X.toFixed(2))
}
await rec.close(); await c.end(); await place.close(); await node.close()
