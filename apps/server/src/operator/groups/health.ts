import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { checkMail } from '../../mail/mailer.ts'
import { command, commandGroup } from '../command.ts'
import { examine, type Known } from '../doctor.ts'

export const health = commandGroup('What the market finds when it looks at itself.', {
  show: command({
    about: 'Looks at database, chains, contracts, keys, reading, files and mail, as `doctor` does with more at hand.',
    options: {},
    why: 'never',
    run: async ({ context }) => (await examine(context, knownOf(context))).map(({ state, about, says }) => ({ state, about, says })),
  }),
})

/** A running market knows its own keys; the command line opens none. */
function knownOf({
  config: { mail },
  signer: { mintSigner, feeSigner, examine },
  revealOperator,
  settler,
  follower,
  replicas,
}: Context): Known {
  return {
    isOurs: undefined,
    keys: mintSigner === ZERO_ADDRESS ? undefined : { miner: mintSigner, feeSigner },
    revealOperator: revealOperator?.address,
    settler: settler && toAddress(settler.address),
    trySigner: examine,
    hosts: follower.hosts(),
    replicas: replicas.states(),
    tryMail: mail && (() => checkMail(mail)),
  }
}
