// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TransientSlot} from "@openzeppelin/contracts/utils/TransientSlot.sol";

/// @notice What the fills of a sweep owe in its one money, summed by payee in transient storage. A fill that reverts takes its
/// sums and notes back with it. The slots lie above those that the compiler gives out: OWED + payee holds the sum of a payee,
/// LIST the length of the list, LIST + 1 + index a payee of the list, and DUE the number of noted payees with a sum.
/// @dev Coin: every payee of the list is owed its sum. An ERC20: the list has the payees that were paid once, and the slot of
/// each holds NOTED plus its sum of what came later. A sweep has one money, so the two never share a slot.
/// A payee stands in the list once, because its slot is not zero from then on: sums added are above zero, and only a payee whose
/// slot is zero is noted. See `addCoin` and `note`.
library OwedMoney {
    using TransientSlot for bytes32;
    using TransientSlot for TransientSlot.AddressSlot;
    using TransientSlot for TransientSlot.Uint256Slot;

    uint256 private constant OWED = 1 << 255;
    uint256 private constant LIST = 1 << 254;
    uint256 private constant DUE = 1 << 253;
    uint256 private constant NOTED = 1;

    /// @notice Adds coin to what `payee` is owed.
    /// @dev `amount` must be above zero: a zero would leave the slot as it is, and the next sum would list the payee twice. The
    /// callers guarantee it: royalties of zero are skipped, and a seller keeps at least 80 % of a price of at least 1, since
    /// fee and royalties take at most 10 % each (Fees.MAX_FEE, Royalties.MAX_BPS), rounded down.
    function addCoin(address payee, uint256 amount) internal {
        TransientSlot.Uint256Slot slot = _owed(payee);
        uint256 owed = slot.tload();
        if (owed == 0) _push(payee);
        // No sum of coin comes near 2^256.
        unchecked {
            slot.tstore(owed + amount);
        }
    }

    /// @notice Adds units of an ERC20 to what `payee` is owed, if it was noted.
    /// @dev `amount` must be above zero, or DUE would count a payee that has no sum. The sum is checked for overflow: a token may
    /// answer to any amount.
    function addIfNoted(address payee, uint256 amount) internal returns (bool isNoted) {
        TransientSlot.Uint256Slot slot = _owed(payee);
        uint256 owed = slot.tload();
        if (owed == 0) return false;
        if (owed == NOTED) bytes32(DUE).asUint256().tstore(countDue() + 1);
        slot.tstore(owed + amount);
        return true;
    }

    /// @notice The first payment in an ERC20 reached `payee`.
    /// @dev Only after `addIfNoted` returned false for it in the same fill: a second note would list the payee twice and erase
    /// its sum. Nothing notes it in between, since the guard is closed while the token runs.
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

    /// @notice Sets the length of the list to zero; its payees are still there for `takeCoin` and `takeNoted`.
    function close() internal {
        bytes32(LIST).asUint256().tstore(0);
    }

    /// @notice Sets the count of noted payees that are owed a sum to zero.
    function closeDue() internal {
        bytes32(DUE).asUint256().tstore(0);
    }

    /// @notice The payee at `index` and its sum of coin, which is then zero.
    function takeCoin(uint256 index) internal returns (address payee, uint256 amount) {
        return _take(index);
    }

    /// @notice The noted payee at `index` and its sum of an ERC20; its note is then gone.
    function takeNoted(uint256 index) internal returns (address payee, uint256 amount) {
        (payee, amount) = _take(index);
        amount -= NOTED;
    }

    /// @dev The payee at `index` and the value of its slot, which is then zero.
    function _take(uint256 index) private returns (address payee, uint256 value) {
        payee = _payee(index).tload();
        TransientSlot.Uint256Slot slot = _owed(payee);
        value = slot.tload();
        slot.tstore(0);
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
