export * from './client.ts'
export * from './reading.ts'
export type { Resource, V1Input, V1Output } from './resource.ts'
export * from './resources.ts'
