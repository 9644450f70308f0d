import pg from 'pg'

/** Planning pays for itself only when a statement comes again. */
const OFTEN = 5

/** Names what is asked again and again, so that PostgreSQL reads and plans it once a connection: half of what such small tables cost it. */
export class PreparingClient extends pg.Client {
  readonly #asked = new Map<string, { name: string; times: number }>()

  // biome-ignore lint/suspicious/noExplicitAny: a wrapper of a dozen overloads
  override query(...args: any[]): any {
    const [text, values] = args
    if (args.length > 2 || typeof text !== 'string' || !Array.isArray(values)) return this.#pass(args)
    const known = this.#asked.get(text) ?? { name: `s${this.#asked.size}`, times: 0 }
    this.#asked.set(text, known)
    known.times++
    return this.#pass(known.times > OFTEN ? [{ name: known.name, text, values }] : args)
  }

  #pass(args: unknown[]): unknown {
    return Reflect.apply(super.query, this, args)
  }
}
