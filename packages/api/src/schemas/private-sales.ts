import type { z } from 'zod'
import { ItemRecord } from './items.ts'
import { orderFields } from './orders.ts'
import { Person } from './people.ts'
import { record, type Schema } from './record.ts'
import { address } from './wire.ts'

/** A sale that its seller and its buyer alone see. */
export interface PrivateSaleRecord extends z.output<typeof privateSaleRecord> {}
const privateSaleFields = {
  ...orderFields,
  /** the only account that can buy */
  taker: ['taker', address],
  buyer: ['buyer', Person],
} as const
const privateSaleRecord = record(privateSaleFields)
export const PrivateSaleRecord: Schema<PrivateSaleRecord> = privateSaleRecord

/** The same with its item. */
export interface PrivateSaleOfItem extends z.output<typeof privateSaleOfItem> {}
const privateSaleOfItem = record({ ...privateSaleFields, nft: ['nft', ItemRecord] })
export const PrivateSaleOfItem: Schema<PrivateSaleOfItem> = privateSaleOfItem
