// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFees} from "./IFees.sol";

/// @notice The most that a fee may be, for every contract.
library FeeCap {
    uint256 private constant MAX_FEE = 1000;

    /// @notice The same fee, in bps, where it is not above the cap.
    function checked(uint256 fee) internal pure returns (uint16) {
        if (fee > MAX_FEE) revert IFees.FeesAboveCap(fee, MAX_FEE);
        return uint16(fee);
    }
}
