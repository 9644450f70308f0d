// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BaseCollection} from "./BaseCollection.sol";

/// @notice The platform's own collection, one of each standard per chain: any caller with a voucher mints, to itself.
abstract contract OfficialCollection is BaseCollection {
    /// @dev It is never a clone.
    function _args() internal pure override returns (bytes memory) {}

    /// @dev The voucher says who mints, and no item carries the owner's name. A transfer of the contract must not interrupt every mint.
    function _term() internal pure override returns (uint256) {
        return FIRST_TERM;
    }

    /// @dev The voucher says it all.
    function _checkMinter(address) internal pure override {}
}
