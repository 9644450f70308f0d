// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection1155Base} from "../../base/Collection1155Base.sol";
import {HostilePayee} from "../../base/Hostile.sol";
import {IEditions} from "../../base/IEditions.sol";
import {PickyReceiver} from "../../base/Receivers1155.sol";

contract Transfer1155Test is Collection1155Base {
    IEditions private token;

    function setUp() public override {
        super.setUp();
        mint(editions, bob, 7);
        mint(editions, bob, 8);
        token = tokens(editions);
    }

    function both() private pure returns (uint256[] memory ids, uint256[] memory values) {
        (ids, values) = (new uint256[](2), new uint256[](2));
        (ids[0], ids[1], values[0], values[1]) = (7, 8, 3, 4);
    }

    /// [SOL-08] [SOL-17] [TX-16] [TX-22]
    function test_Moves() public {
        vm.prank(bob);
        token.setApprovalForAll(carol, true);
        vm.prank(carol);
        token.safeTransferFrom(bob, eve, 7, 4, abi.encode(bob, eve, 7, 4));
        vm.assertEq(token.balanceOf(eve, 7), 4, "moved");
        vm.assertEq(token.balanceOf(bob, 7), 6, "kept");
        vm.assertEq(editions.totalSupply(7), 10, "as many");
    }

    function test_MovesBatches() public {
        (uint256[] memory ids, uint256[] memory values) = both();
        PickyReceiver receiver = new PickyReceiver();
        vm.prank(bob);
        token.safeBatchTransferFrom(bob, address(receiver), ids, values, "");
        vm.assertEq(token.balanceOf(address(receiver), 7), 3, "first");
        vm.assertEq(token.balanceOf(address(receiver), 8), 4, "second");
    }

    /// [SOL-07]
    function test_RevertWhen_ToZero() public {
        vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidReceiver(address)", address(0)));
        vm.prank(bob);
        token.safeTransferFrom(bob, address(0), 7, 1, "");
    }

    /// [SOL-08]
    function test_RevertWhen_TheCallerMayNot() public {
        vm.expectRevert(abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", eve, bob));
        vm.prank(eve);
        token.safeTransferFrom(bob, eve, 7, 1, "");
    }

    /// [SOL-44]
    function test_RevertWhen_FromHoldsLess() public {
        vm.expectRevert(
            abi.encodeWithSignature("ERC1155InsufficientBalance(address,uint256,uint256,uint256)", bob, 10, 11, 7)
        );
        vm.prank(bob);
        token.safeTransferFrom(bob, eve, 7, 11, "");
    }

    /// [SOL-12]
    function test_RevertWhen_LengthsDiffer() public {
        (uint256[] memory ids,) = both();
        vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidArrayLength(uint256,uint256)", 2, 1));
        vm.prank(bob);
        token.safeBatchTransferFrom(bob, eve, ids, new uint256[](1), "");
        vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidArrayLength(uint256,uint256)", 2, 1));
        token.balanceOfBatch(new address[](1), ids);
    }

    /// [SOL-09]
    function test_RevertWhen_TheReceiverTakesNone() public {
        HostilePayee refusing = new HostilePayee();
        refusing.refuseItems();
        address[3] memory receivers = [address(refusing), address(new PickyReceiver()), address(editions)];
        for (uint256 i; i < receivers.length; ++i) {
            vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidReceiver(address)", receivers[i]));
            vm.prank(bob);
            token.safeTransferFrom(bob, receivers[i], 7, 1, "");
        }
    }
}
