// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Payouts} from "../fees/Payouts.sol";
import {Makers} from "./Makers.sol";
import {Spending} from "./Spending.sol";

/// @notice What the exchange and its module share. Both begin their storage with it: `scripts/gen.ts` compares the layouts
/// and refuses to write artifacts where they differ.
abstract contract ExchangeState is EIP712, Payouts, Spending, Makers {
    /// @dev How `_move` delivers the item of type 5 minted in this transaction: its asset type, DELIVERED, or zero where
    /// none was minted.
    uint8 internal transient _minted;

    /// @dev What the seller in the running fill receives at least in an ERC20; zero but within `acceptBid`.
    uint256 internal transient _leastProceeds;

    /// @dev The struct hash of the order that the module checked, see MAKER_CHECKED.
    bytes32 internal transient _checkedHash;

    /// @dev Bit of `_state`: the maker wants the order of `_checkedHash`, which the fill that follows takes.
    uint256 internal constant MAKER_CHECKED = 1 << 255;
    /// @dev The same by personal_sign, which counts only where a fee signer approved the order.
    uint256 internal constant CHECKED_BY_PERSONAL_SIGN = 1 << 254;
    /// @dev The collection gave the minted item to its buyer itself.
    uint8 internal constant DELIVERED = type(uint8).max;

    constructor() EIP712("Plinth Exchange", "1") {}
}
