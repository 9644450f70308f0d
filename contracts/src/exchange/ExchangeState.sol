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

    /// @dev The struct hash of the criteria bid that is filled now; the fill takes it.
    bytes32 internal transient _criteriaHash;

    /// @dev The collection gave the minted item to its buyer itself.
    uint8 internal constant DELIVERED = type(uint8).max;

    constructor() EIP712("Plinth Exchange", "1") {}
}
