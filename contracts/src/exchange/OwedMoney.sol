// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TransientSlot} from "@openzeppelin/contracts/utils/TransientSlot.sol";

/// @notice What the fills of a sweep owe in its one money, summed by payee in transient storage. A fill that reverts takes its
/// sums and notes back with it. The slots lie above those that the compiler gives out, at OWED + payee, LIST + index and DUE.
/// @dev Coin: every payee of the list is owed its sum. An ERC20: the list has the payees that were paid once, and the slot of
/// each holds NOTED and its sum of what came later: a sweep pays each payee at most twice.
library OwedMoney {
    using TransientSlot for bytes32;
    using TransientSlot for TransientSlot.AddressSlot;
    using TransientSlot for TransientSlot.Uint256Slot;

    uint256 private constant OWED = 1 << 255;
    uint256 private constant LIST = 1 << 254;
    uint256 private constant DUE = 1 << 253;
    uint256 private constant NOTED = 1;

    /// @notice Adds coin.
    function add(address payee, uint256 amount) internal {
        TransientSlot.Uint256Slot slot = _owed(payee);
        uint256 owed = slot.tload();
        if (owed == 0) _push(payee);
        // No sum of coin comes near 2^256.
        unchecked {
            slot.tstore(owed + amount);
        }
    }

    /// @notice Adds an ERC20 where `payee` was noted. Checked: a token may know larger sums than there are.
    function addIfNoted(address payee, uint256 amount) internal returns (bool isNoted) {
        TransientSlot.Uint256Slot slot = _owed(payee);
        uint256 owed = slot.tload();
        if (owed == 0) return false;
        if (owed == NOTED) bytes32(DUE).asUint256().tstore(countDue() + 1);
        slot.tstore(owed + amount);
        return true;
    }

    /// @notice The first payment in an ERC20 reached `payee`.
    function note(address payee) internal {
        _push(payee);
        _owed(payee).tstore(NOTED);
    }

    /// @notice How many payees the list has.
    function count() internal view returns (uint256) {
        return bytes32(LIST).asUint256().tload();
    }

    /// @notice How many noted payees are owed a sum.
    function countDue() internal view returns (uint256) {
        return bytes32(DUE).asUint256().tload();
    }

    /// @notice Ends the list; its payees are still there for `take` and `takeNoted`.
    function close() internal {
        bytes32(LIST).asUint256().tstore(0);
    }

    /// @notice Ends the count of noted payees that are owed a sum.
    function closeDue() internal {
        bytes32(DUE).asUint256().tstore(0);
    }

    /// @notice The payee at `index` and its sum of coin, which is then zero.
    function take(uint256 index) internal returns (address payee, uint256 amount) {
        payee = _payee(index).tload();
        TransientSlot.Uint256Slot slot = _owed(payee);
        amount = slot.tload();
        slot.tstore(0);
    }

    /// @notice The noted payee at `index` and its sum of an ERC20; its note is then gone.
    function takeNoted(uint256 index) internal returns (address payee, uint256 amount) {
        (payee, amount) = take(index);
        amount -= NOTED;
    }

    function _push(address payee) private {
        TransientSlot.Uint256Slot length = bytes32(LIST).asUint256();
        uint256 index = length.tload();
        length.tstore(index + 1);
        _payee(index).tstore(payee);
    }

    function _owed(address payee) private pure returns (TransientSlot.Uint256Slot) {
        return bytes32(OWED | uint160(payee)).asUint256();
    }

    function _payee(uint256 index) private pure returns (TransientSlot.AddressSlot) {
        unchecked {
            return bytes32(LIST + 1 + index).asAddress();
        }
    }
}
