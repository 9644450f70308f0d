/** What a command of ours gets of this process's environment: how to find Node, and where its compiled sources are kept. */
const { PATH, NODE_COMPILE_CACHE } = process.env
export const PROCESS_ENV: NodeJS.ProcessEnv = { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
