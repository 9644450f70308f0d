// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CollectionBase} from "../base/CollectionBase.sol";
import {IOwnable} from "../base/IOwnable.sol";

/// @notice Who owns the collections that a market depends on.
contract KeptOwnerTest is CollectionBase {
    IOwnable[3] private kept;

    function setUp() public override {
        super.setUp();
        bytes memory args = abi.encode("Editions", "EDI", miner, "", "", operator);
        kept[0] = IOwnable(address(official));
        kept[1] = IOwnable(vm.deployCode("contracts/artifacts/OfficialCollection1155.json", args));
        args = abi.encode("Prizes", "PRZ", address(this), "", "", operator);
        kept[2] = IOwnable(vm.deployCode("contracts/artifacts/PrizeCollection.json", args));
    }

    function foreign(address account) private pure returns (bytes memory) {
        return abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", account);
    }

    /// [F-84]
    function test_F84_RevertWhen_ItIsRenounced() public {
        for (uint256 i; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSignature("CollectionOwnerNeeded()"));
            vm.prank(operator);
            kept[i].renounceOwnership();
            vm.assertEq(kept[i].owner(), operator, "kept");
        }
    }

    /// [F-84]
    function test_F84_WhenItIsHandedOver() public {
        for (uint256 i; i < 3; ++i) {
            vm.prank(operator);
            kept[i].transferOwnership(carol);
            vm.assertEq(kept[i].owner(), operator, "until the next one accepts");
            vm.prank(carol);
            kept[i].acceptOwnership();
            vm.assertEq(kept[i].owner(), carol, "accepted");
            vm.expectRevert(foreign(operator));
            vm.prank(operator);
            kept[i].transferOwnership(eve);
        }
    }

    /// [F-84]
    function test_F84_RevertWhen_AnotherAccepts() public {
        for (uint256 i; i < 3; ++i) {
            vm.prank(operator);
            kept[i].transferOwnership(carol);
            vm.expectRevert(foreign(eve));
            vm.prank(eve);
            kept[i].acceptOwnership();
        }
    }

    /// [F-84]
    function test_F84_RevertWhen_AnotherHandsOver() public {
        for (uint256 i; i < 3; ++i) {
            vm.expectRevert(foreign(eve));
            vm.prank(eve);
            kept[i].transferOwnership(eve);
        }
    }
}
