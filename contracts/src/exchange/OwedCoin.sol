// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TransientSlot} from "@openzeppelin/contracts/utils/TransientSlot.sol";

/// @notice What the fills of a sweep owe in coin, summed by payee in transient storage. A fill that reverts takes its sums
/// back with it. The slots lie above those that the compiler gives out, at OWED + payee and LIST + index.
library OwedCoin {
    using TransientSlot for bytes32;
    using TransientSlot for TransientSlot.AddressSlot;
    using TransientSlot for TransientSlot.Uint256Slot;

    uint256 private constant OWED = 1 << 255;
    uint256 private constant LIST = 1 << 254;

    function add(address payee, uint256 amount) internal {
        TransientSlot.Uint256Slot slot = _owed(payee);
        uint256 owed = slot.tload();
        if (owed == 0) {
            TransientSlot.Uint256Slot length = bytes32(LIST).asUint256();
            uint256 index = length.tload();
            length.tstore(index + 1);
            _payee(index).tstore(payee);
        }
        // No sum of coin comes near 2^256.
        unchecked {
            slot.tstore(owed + amount);
        }
    }

    /// @notice How many payees there are.
    function count() internal view returns (uint256) {
        return bytes32(LIST).asUint256().tload();
    }

    /// @notice Ends the list; its payees are still there for `take`.
    function close() internal {
        bytes32(LIST).asUint256().tstore(0);
    }

    /// @notice The payee at `index` and its sum, which is then zero.
    function take(uint256 index) internal returns (address payee, uint256 amount) {
        payee = _payee(index).tload();
        TransientSlot.Uint256Slot slot = _owed(payee);
        amount = slot.tload();
        slot.tstore(0);
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
