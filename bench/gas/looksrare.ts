import type { Arena, Row } from './arena.ts'

export async function measureLooksRare(_arena: Arena): Promise<Row[]> {
  return []
}
