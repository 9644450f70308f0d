/** The contract answered, with a revert or with nothing that can be read: not what was asked for, and final. */
export function isRevert(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (
      /^(ContractFunctionRevertedError|ContractFunctionZeroDataError|ExecutionRevertedError|AbiDecoding|AnswerTooLarge|IntegerOutOfRange|PositionOutOfBounds|InvalidBytesBoolean)/.test(
        cause.name,
      )
    )
      return true
  return false
}
