// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CollectionBase} from "../../base/CollectionBase.sol";
import {HostilePayee} from "../../base/Hostile.sol";
import {IItems} from "../../base/IItems.sol";

contract TransferTest is CollectionBase {
    IItems private nft;

    function setUp() public override {
        super.setUp();
        mint(official, bob, 7);
        nft = items(official);
    }

    /// [SOL-08] [SOL-17] [TX-15] [TX-22]
    function test_Moves() public {
        vm.prank(bob);
        nft.approve(carol, 7);
        vm.prank(carol);
        nft.transferFrom(bob, eve, 7);
        vm.assertEq(nft.ownerOf(7), eve, "owner");
        vm.assertEq(nft.balanceOf(eve), 1, "balance");
        vm.assertEq(nft.getApproved(7), address(0), "approval forgotten");
        vm.prank(eve);
        nft.safeTransferFrom(eve, alice, 7);
        vm.assertEq(nft.ownerOf(7), alice, "by the safe way too");
    }

    /// [SOL-07] [SOL-30]
    function test_RevertWhen_ToZero() public {
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", address(0)));
        vm.prank(bob);
        nft.safeTransferFrom(bob, address(0), 7);
    }

    /// [SOL-08] [SOL-27]
    function test_RevertWhen_TheCallerMayNot() public {
        vm.expectRevert(abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", eve, 7));
        vm.prank(eve);
        nft.transferFrom(bob, eve, 7);
    }

    /// [SOL-33]
    function test_RevertWhen_FromIsNotTheOwner() public {
        vm.expectRevert(abi.encodeWithSignature("ERC721IncorrectOwner(address,uint256,address)", alice, 7, bob));
        vm.prank(bob);
        nft.transferFrom(alice, eve, 7);
    }

    /// [SOL-09] [SOL-35]
    function test_RevertWhen_TheReceiverTakesNone() public {
        HostilePayee receiver = new HostilePayee();
        receiver.refuseItems();
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", receiver));
        vm.prank(bob);
        nft.safeTransferFrom(bob, address(receiver), 7);
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", official));
        vm.prank(bob);
        nft.safeTransferFrom(bob, address(official), 7);
    }

    /// [SOL-29]
    function test_RevertWhen_TheBalanceOfZeroIsAsked() public {
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidOwner(address)", address(0)));
        nft.balanceOf(address(0));
    }
}
