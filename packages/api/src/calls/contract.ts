import { PAGE, TOKEN_STANDARD } from '@plinth/protocol'
import { z } from 'zod'
import { type Calls, call, publicRead } from '../call.ts'
import { Collection, CollectionStat, FloorPrice } from '../schemas/collections.ts'
import { ItemRecord } from '../schemas/items.ts'
import { chainField, Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import { address, codeOf, flag, jsonText, listOf, rowId, securePage, text } from '../schemas/wire.ts'

export const contract = {
  create: call('/contract/create', {
    about:
      'Announces a collection before its deployment; the chain’s Create event completes it. Stores what it says of itself (ERC-7572) and answers the address, which the deployment may name as contractURI.',
    auth: 'login',
    request: record({
      name: ['name', text(100, 1)],
      symbol: ['symbol', text(30, 1)],
      description: ['description', text(2_000).optional()],
      externalUrl: ['externalUrl', securePage.optional()],
      storageId: ['storageId', rowId],
      cover: ['cover', text(300)],
      signer: ['signer', address],
      standard: ['type', codeOf(TOKEN_STANDARD)],
      owner: ['owner', address],
      ...chainField,
    }),
    response: record({ metadataUrl: ['metadataUrl', z.string()] }),
    errors: [
      'NOT_AUTHORISED',
      'COLLECTION_SIGNER',
      'FILE_MISSING',
      'FILE_QUOTA',
      'CHAIN_UNKNOWN',
      'NAME_BLANK',
      'NAME_UNREADABLE',
      'NAME_RESERVED',
    ],
  }),
  describe: call('/contract/describe', {
    about:
      'Stores what a collection says of itself (ERC-7572) and answers the address that its owner writes into the contract with setContractURI; it counts once the chain has said so.',
    auth: 'login',
    request: record({
      collection: [['caddress', 'address'], address],
      description: ['description', text(2_000).optional()],
      externalUrl: ['externalUrl', securePage.optional()],
      /** Image uploads; an absent one stays unchanged, and a banner of 0 removes it. */
      cover: ['cover', rowId.optional()],
      banner: ['banner', rowId.optional()],
      ...chainField,
    }),
    response: record({ metadataUrl: ['metadataUrl', z.string()] }),
    errors: ['COLLECTION_UNKNOWN', 'COLLECTION_OWNER', 'FILE_MISSING', 'FILE_QUOTA', 'CHAIN_UNKNOWN'],
  }),
  edit: call('/contract/edit', {
    about:
      'Stores what the owner of a collection says of it here: category and links; of an imported one also description and pictures, which others have in their contract. A verified collection whose cover or links change loses its mark until the operator has looked.',
    auth: 'login',
    request: record({
      collection: [['caddress', 'address'], address],
      /** 0 removes it; an absent field stays unchanged. */
      category: ['category', rowId.optional()],
      links: ['links', jsonText(z.array(securePage.refine((link) => link !== '', 'not an address')).max(5)).optional()],
      description: ['description', text(2_000).optional()],
      cover: ['cover', rowId.optional()],
      banner: ['banner', rowId.optional()],
      ...chainField,
    }),
    response: Empty,
    errors: ['COLLECTION_UNKNOWN', 'COLLECTION_OWNER', 'CATEGORY_UNKNOWN', 'FILE_MISSING', 'CHAIN_UNKNOWN', 'BAD_ARGUMENT_VALUE'],
  }),
  info: publicRead('/contract/info', {
    about: 'A collection; {} when unknown.',
    auth: 'open',
    request: record({ collection: [['caddress', 'address'], address], ...chainField }),
    response: z.union([Collection, Empty.strict()]),
  }),
  getinfo: call('/contract/getinfo', {
    cost: 'outboundFetch',
    about: 'A collection; its name and symbol are asked of the chain where the market has none; {} when unknown.',
    auth: 'open',
    request: record({ collection: [['address', 'caddress'], address], ...chainField }),
    response: z.union([Collection, Empty.strict()]),
  }),
  list: publicRead('/contract/list', {
    about: 'The official collections.',
    auth: 'open',
    request: record(chainField),
    response: z.array(Collection),
  }),
  listall: publicRead('/contract/listall', {
    about: 'Every collection the chain has confirmed, newest first.',
    auth: 'open',
    request: record({ ...pageFields(PAGE.contractsMax), ...chainField }),
    response: pageOf(Collection),
  }),
  listbyaddr: publicRead('/contract/listbyaddr', {
    about: 'The known ones among these collections.',
    auth: 'open',
    request: record({ collections: [['addresss', 'address'], listOf(address, 100)], ...chainField }),
    response: z.array(Collection),
  }),
  stat: publicRead('/contract/stat', {
    about: 'Counts of a collection: on sale, items.',
    auth: 'open',
    request: record({ collection: ['address', address], ...chainField }),
    response: CollectionStat,
  }),
  floor: publicRead('/contract/floor', {
    about: 'The lowest price of one among the live sales of a collection, for each pay token that is asked.',
    auth: 'open',
    request: record({ collection: ['address', address], ...chainField }),
    response: z.array(FloorPrice),
  }),
  listitems: publicRead('/contract/listitems', {
    about: 'Items of a collection, or only those on sale.',
    auth: 'optional',
    request: record({ ...pageFields(), collection: ['address', address], onlyOnSale: ['isSell', flag.optional()], ...chainField }),
    response: pageOf(ItemRecord),
  }),
} satisfies Calls
