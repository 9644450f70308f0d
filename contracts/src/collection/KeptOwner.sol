// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @notice The owner of a collection that a market depends on: the next one accepts, and there always is one.
abstract contract KeptOwner is Ownable2Step {
    /// @notice The collection always has an owner.
    error CollectionOwnerNeeded();

    /// @notice Refused: see CollectionOwnerNeeded.
    function renounceOwnership() public pure virtual override {
        revert CollectionOwnerNeeded();
    }
}
