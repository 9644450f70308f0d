// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection} from "./ICollection.sol";
import {OwnerSlot} from "./OwnerSlot.sol";

/// @notice See ICollection: the one contract that mints without a voucher, as long as the owner that allowed it owns.
abstract contract MinterRole is ICollection, OwnerSlot {
    address private _minter;
    /// @dev The `_term` in which it was allowed.
    uint96 private _minterTerm;

    /// @inheritdoc ICollection
    function setMinter(address account) external onlyOwner {
        if (account != address(0) && account.code.length == 0) revert CollectionMinterNotContract(account);
        // A term counts owners, which OwnerSlot keeps in 32 bits.
        (_minter, _minterTerm) = (account, uint96(_term()));
        emit MinterChanged(account);
    }

    /// @inheritdoc ICollection
    function minter() public view returns (address) {
        return _minterTerm == _term() ? _minter : address(0);
    }

    /// @dev Signers and the minter count in the term in which they were named.
    function _term() internal view virtual returns (uint256);

    function _checkCallerIsMinter() internal view {
        // The zero address, which calls without a key are made from, is no minter.
        if (msg.sender != minter() || msg.sender == address(0)) revert CollectionCallerNotMinter(msg.sender);
    }
}
