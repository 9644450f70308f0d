/** @module-tag more */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'
import { operate, rowsOf } from '../../test/operator/operate.ts'
import { PROCESS_ENV } from '../../test/operator/process-env.ts'
import { seedSite } from '../prepare-database.ts'
import { dashed } from './command.ts'
import { GROUPS } from './groups.ts'
import { helpOfAll, helpOfCommand, helpOfGroup } from './help.ts'
import { printed } from './print.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const run = (group: string, act: string, ...options: string[]) => operate(server.context, group, act, ...options)
const listed = async () => (await rowsOf(server.context, 'categories', 'list')).map(({ name }) => name)
const idOf = async (name: string) => {
  const rows = await rowsOf(server.context, 'categories', 'list')
  return String(rows.find((row) => String(row.name).trim() === name)?.id)
}
const add = (name: string, ...more: string[]) =>
  run('categories', 'add', '--name', name, '--en', `En ${name}`, '--zh', `中 ${name}`, ...more, '--why', 'asked for')

describe('npm run operator', () => {
  const PLINTH = fileURLToPath(new URL('../../../../scripts/plinth.mjs', import.meta.url))
  const command = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((done) => {
      const env = { ...PROCESS_ENV, DATABASE_URL: server.database.url }
      const child = execFile(process.execPath, [PLINTH, 'operator', ...args], { env }, (_, out, err) =>
        done({ code: child.exitCode ?? -1, out, err }),
      )
    })

  it('works on a market’s database while the market uses it, and answers in words or JSON', { timeout: 60_000 }, async () => {
    const added = await command('categories', 'add', '--name', 'jade', '--en', 'Jade', '--zh', '玉器', '--as', 'olga', '--why', 'asked for')
    expect(added).toEqual({ code: 0, out: expect.stringMatching(/^Category \d+ is there: Jade, 玉器\.\n$/), err: '' })
    const list = await command('categories', 'list', '--json')
    expect(JSON.parse(list.out)).toContainEqual({ id: expect.any(String), name: 'jade', en: 'Jade', zh: '玉器' })
    expect(await rowsOf(server.context, 'acts', 'list', '--limit', '1')).toMatchObject([
      { who: 'olga', what: 'categories add', why: 'asked for', subject: expect.stringMatching(/^category \d+$/) },
    ])
    await run('categories', 'remove', '--category', await idOf('jade'), '--why', 'asked for')
  })

  it('refuses in a sentence what it does not know', { timeout: 60_000 }, async () => {
    const refused = { code: 1, out: '', err: 'categories has no act "paint": choose one of list, add, rename, move, remove.\n' }
    expect(await command('categories', 'paint')).toEqual(refused)
  })

  it('lists the commands and what each takes', () => {
    for (const [name, group] of Object.entries(GROUPS)) {
      expect(helpOfAll(GROUPS, {})).toContain(`  ${name} `)
      for (const [act, one] of Object.entries(group.commands)) {
        expect(helpOfGroup(name, group)).toContain(`  ${name} ${act} `)
        for (const option of Object.keys(one.options)) expect(helpOfCommand(`${name} ${act}`, one)).toContain(`  --${dashed(option)}`)
      }
    }
  })

  it('escapes names of untrusted users, so that they move no cursor', () => {
    expect(printed([{ name: '\u001b[31mred\u202e', ok: true, none: null }])).toBe('name       ok   none\n\ufffd[31mred\ufffd  yes  –')
  })
})

describe('categories', () => {
  it('adds a tree in both languages, which visitors see', async () => {
    await add('bronze', '--under', await idOf('ancient'))
    await run('categories', 'rename', '--category', await idOf('ancient'), '--en', 'Antiquity', '--zh', '上古', '--why', 'asked for')
    const { data } = await server.post('/category/list')
    expect(data).toMatchObject([
      { name: 'eastern' },
      { name: 'western' },
      {
        name: 'ancient',
        title: { en: 'Antiquity', zh: '上古' },
        children: [{ name: 'bronze', title: { en: 'En bronze', zh: '中 bronze' } }],
      },
      { name: 'modern' },
      { name: 'guangong' },
    ])
    expect((data as object[])[0]).not.toHaveProperty('title')
  })

  it('moves one among its like, under another, and back to the top', async () => {
    await run('categories', 'move', '--category', await idOf('guangong'), '--place', '1', '--why', 'asked for')
    expect(await listed()).toEqual(['guangong', 'eastern', 'western', 'ancient', '  bronze', 'modern'])
    await run('categories', 'move', '--category', await idOf('bronze'), '--under', await idOf('modern'), '--why', 'asked for')
    expect(await listed()).toEqual(['guangong', 'eastern', 'western', 'ancient', 'modern', '  bronze'])
    await run('categories', 'move', '--category', await idOf('bronze'), '--top', '--why', 'asked for')
    expect(await listed()).toEqual(['guangong', 'eastern', 'western', 'ancient', 'modern', 'bronze'])
  })

  it('refuses circles, depths, twins and names that no address can carry', async () => {
    const modern = await idOf('modern')
    await add('a', '--under', modern)
    await add('b', '--under', await idOf('a'))
    await add('c', '--under', await idOf('b'))
    await expect(add('d', '--under', await idOf('c'))).rejects.toThrow('is on the last of 4 levels: nothing can hang under it.')
    await expect(run('categories', 'move', '--category', modern, '--under', await idOf('b'), '--why', 'asked for')).rejects.toThrow(
      "can't hang under itself",
    )
    await expect(
      run('categories', 'move', '--category', await idOf('a'), '--under', await idOf('bronze'), '--why', 'asked for'),
    ).resolves.toContain('moved')
    await expect(run('categories', 'move', '--category', await idOf('bronze'), '--under', modern, '--why', 'asked for')).rejects.toThrow(
      'deeper than 4 levels',
    )
    await expect(add('a')).rejects.toThrow('There is a category a already')
    await expect(add('Two Words')).rejects.toThrow('must be of small letters, digits and dashes')
    await expect(run('categories', 'rename', '--category', modern, '--why', 'asked for')).rejects.toThrow(
      'Say the new words with --en, --zh or both.',
    )
    await expect(run('categories', 'add', '--name', 'x', '--zh', '某', '--why', 'asked for')).rejects.toThrow(
      '--en TEXT is missing: what English readers see.',
    )
    await expect(run('categories', 'move', '--category', 'first', '--why', 'asked for')).rejects.toThrow(
      '--category must be a whole number',
    )
  })

  it('refuses to remove one that is in use, with a sentence', async () => {
    const { db } = server.context
    const western = await idOf('western')
    await expect(run('categories', 'remove', '--category', await idOf('bronze'), '--why', 'asked for')).rejects.toThrow(
      /has 1 category under it: move or remove/,
    )
    await expect(run('categories', 'remove', '--category', '999999', '--why', 'asked for')).rejects.toThrow('There is no category 999999')
    const blank = {
      supply: 0n,
      creator: Buffer.alloc(20),
      metadata_url: '',
      metadata: '',
      media_kind: 'image',
      width: 0,
      height: 0,
    } as const
    const states = {
      is_declared: true,
      declared_at: 0,
      is_confirmed: false,
      is_visible: true,
      mint_tx: null,
      is_on_sale: false,
      floor: null,
    }
    const times = { created_at: 0, traded_at: 0, metadata_next_at: null, royalties: '[]', declared_royalties: '[]' }
    const ids = { chain_id: 31337, collection: Buffer.alloc(20, 1), token_id: 1n, standard: 1, category_id: Number(western) }
    await db
      .insertInto('item')
      .values({ ...blank, ...states, ...times, ...ids, name: 'Lake' })
      .execute()
    await expect(run('categories', 'remove', '--category', western, '--why', 'asked for')).rejects.toThrow(
      `Category ${western} (western) is in use by 1 item: it can be renamed or moved, but not removed.`,
    )
    await db.deleteFrom('item').where('name', '=', 'Lake').execute()
    await run('categories', 'remove', '--category', western, '--why', 'empty')
    expect(await listed()).not.toContain('western')
    expect(await rowsOf(server.context, 'acts', 'list', '--subject', `category ${western}`)).toMatchObject([
      { who: 'olga', what: 'categories remove', why: 'empty' },
    ])
  })

  it('keeps what was removed removed at the next start', async () => {
    await seedSite(server.context)
    expect(await listed()).not.toContain('western')
  })
})
