// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CollectionBase} from "../../base/CollectionBase.sol";

contract BurnTest is CollectionBase {
    function setUp() public override {
        super.setUp();
        mint(official, bob, 7, oneFee(carol, 500), CID);
    }

    /// [SOL-17] [SOL-49] [TX-17]
    function test_WhenOwner() public {
        vm.prank(bob);
        official.burn(7);
        vm.assertEq(official.totalSupply(), 0, "supply");
        vm.assertEq(official.getFeeRecipients(7).length, 0, "no royalties");
        vm.expectRevert(abi.encodeWithSignature("ERC721NonexistentToken(uint256)", 7));
        items(official).tokenURI(7);
    }

    /// [SOL-17]
    function test_WhenApproved() public {
        vm.prank(bob);
        items(official).approve(eve, 7);
        vm.prank(eve);
        official.burn(7);
        vm.assertEq(official.totalSupply(), 0, "supply");
    }

    /// [SOL-34]
    function test_RevertWhen_NotOwn() public {
        vm.expectRevert(abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", eve, 7));
        vm.prank(eve);
        official.burn(7);
    }

    function test_RevertGiven_ItDoesNotExist() public {
        vm.expectRevert(abi.encodeWithSignature("ERC721NonexistentToken(uint256)", 8));
        vm.prank(bob);
        official.burn(8);
    }
}
