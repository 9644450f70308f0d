import { TRANSACTIONS } from './market.js'

/**
 * [F-121] What a visitor types, and what is expected first. Written before the order was built, and not changed since.
 * `market.ts` holds the works, collections and people that compete.
 */
export interface Question {
  rule:
    | 'number with #'
    | 'number without #'
    | 'collection and number'
    | 'prefix against middle'
    | 'words in another order'
    | 'two Chinese signs'
    | 'creator'
    | 'address'
    | 'transaction'
    | 'look-alike'
  /** What is typed; `{drift}` stands for the address of that collection or person, `{Drift}` for its checksummed form. */
  typed: string
  list: 'works' | 'collections' | 'people'
  /** A work as `collection/number`, or the key of a collection or a person. */
  first: string
  reason: string
}

export const QUESTIONS: readonly Question[] = [
  ask('number with #', '#7777', 'works', 'field/7777', 'the verified collection, before its copy and before a room of that name'),
  ask('number with #', '#1984', 'works', 'field/1984', 'with its sign it is a number, never the work that is called 1984'),
  ask('number with #', '＃4242', 'works', 'field/4242', 'the sign of a Chinese keyboard is the same sign'),
  ask('number with #', 'letter #9', 'works', 'letters/3', 'the very name, though its token is another'),

  ask('number without #', '7777', 'works', 'field/7777', 'a bare number stands for a token number'),
  ask('number without #', '1984', 'works', 'rooms/2', 'the very name comes before the number'),
  ask('number without #', 'studio 54', 'works', 'rooms/3', 'the very name comes before collection and number'),
  ask('number without #', 'plate 7', 'works', 'plates/7', 'number 7 is Plate 007, neither 070 nor 700'),

  ask('collection and number', 'drift 9', 'works', 'drift/9', 'not one of the twenty that have a 9 somewhere'),
  ask('collection and number', 'cohort 2024 9', 'works', 'cohort2024/9', 'the last number is the token, the first is of the name'),
  ask('collection and number', 'cohort 2024', 'works', 'cohort/2024', 'a number is a token number where there is such a token'),
  ask('collection and number', 'postcards 9', 'works', 'postcards/9', 'the work has a name of its own, without a number'),

  ask('prefix against middle', 'bridge', 'works', 'bridges/1', 'begins so: before Old Bridge and 600 of Cambridge'),
  ask('prefix against middle', 'star', 'works', 'stars/1', 'the very name, before Star Map and Starling'),
  ask('prefix against middle', 'lant', 'works', 'lamps/1', 'begins so: before Atlantic and Old Lantern'),
  ask('prefix against middle', 'tern', 'works', 'harbours/3', 'a whole word, before the middle of Pattern and Lantern'),

  ask('words in another order', 'night harbour', 'works', 'harbours/1', 'both words of the name, before a description with both'),
  ask('words in another order', 'sighs bridge', 'works', 'bridges/1', 'both words of the name, before a description with both'),
  ask('words in another order', 'lines ridge 40', 'works', 'ridge/40', 'the verified one, before Blue Ridge Lines and #400'),
  ask('words in another order', '9 drift', 'works', 'drift/9', 'number before name is the same question'),

  ask('two Chinese signs', '流水', 'works', 'scrolls/1', 'begins so: before 500 of 高山流水'),
  ask('two Chinese signs', '春雪', 'works', 'scrolls/2', 'the very name, before 春雪初晴 and 江南春雪'),
  ask('two Chinese signs', '江南', 'collections', 'jiangnan', 'the very name, before the newer 江南春雪'),
  ask('two Chinese signs', '山水 9', 'works', 'shanshui/9', 'name and number, before 山水长卷 and 高山流水'),

  ask('creator', 'mira', 'people', 'mira', 'the very name, before Mira Chen, Miranda and Admira'),
  ask('creator', 'chen', 'people', 'chenWei', 'begins so: before Mira Chen and Achenbach'),
  ask('creator', '林晚', 'works', 'alone/1', 'the creator of that very name, before all of 林晚秋'),
  ask('creator', 'otto brandt', 'works', 'machines/1', 'by that creator, before descriptions that mention him'),

  ask('address', '{drift}', 'collections', 'drift', 'the address of a collection is that collection'),
  ask('address', '{Machines}', 'works', 'machines/1', 'checksummed, and in works: what the collection holds'),
  ask('address', '{otto}', 'people', 'otto', 'the address of an account is that account'),
  ask('address', ' {linWan} ', 'works', 'alone/1', 'of a creator, with blanks from copying: what the account made'),

  ask('transaction', TRANSACTIONS.mintOfLilies.hash, 'works', 'postcards/9', 'the work that it minted'),
  ask('transaction', TRANSACTIONS.saleOfLilies.hash, 'works', 'postcards/9', 'the work that it sold'),
  ask('transaction', ` ${TRANSACTIONS.saleOfDrift.hash}\n`, 'works', 'drift/90', 'with the blanks that copying leaves'),
  ask('transaction', TRANSACTIONS.giftOfRoom.hash.toUpperCase(), 'works', 'rooms/1', 'in capitals: a hash has no case'),

  ask('look-alike', 'drift', 'collections', 'drift', 'verified, before the newer copy, the Cyrillic and the wide one'),
  ask('look-alike', 'Tideline', 'collections', 'tideline', 'verified, before a newer copy with four times the works'),
  ask('look-alike', 'the annals', 'collections', 'annals', 'verified, before a copy in capitals'),
  ask('look-alike', 'Drift #9', 'works', 'drift/9', 'of the verified collection, before three works that look the same'),
]

function ask(rule: Question['rule'], typed: string, list: Question['list'], first: string, reason: string): Question {
  return { rule, typed, list, first, reason }
}
