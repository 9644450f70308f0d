// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";

/// @notice Hashes of past blocks: of the last 256 by the opcode, of the last 8,191 where the chain has EIP-2935.
library BlockHashes {
    address internal constant HISTORY = 0x0000F90827F1C53a10cb7A02335B175320002935;

    /// @notice Zero where the chain does not know it any more.
    function find(uint256 number) internal view returns (bytes32 found) {
        found = blockhash(number);
        if (found != 0) return found;
        (bool ok, bytes32 answer,) = LowLevelCall.staticcallReturn64Bytes(HISTORY, abi.encode(number));
        // An account without code succeeds with nothing.
        if (ok && LowLevelCall.returnDataSize() == 32) return answer;
    }
}
