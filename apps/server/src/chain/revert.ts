/** The contract answered with a revert or with unreadable data: a final answer, though not the expected one. */
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
