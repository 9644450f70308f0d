// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection721} from "../../../src/collection/ICollection721.sol";
import {CollectionBase} from "../../base/CollectionBase.sol";
import {IItems} from "../../base/IItems.sol";

contract ApproveTest is CollectionBase {
    IItems private nft;

    function setUp() public override {
        super.setUp();
        mint(official, bob, 7);
        nft = items(official);
    }

    /// [SOL-17] [TX-01]
    function test_Approves() public {
        vm.startPrank(bob);
        nft.approve(eve, 7);
        vm.assertEq(nft.getApproved(7), eve, "one item");
        nft.approve(address(0), 7);
        vm.assertEq(nft.getApproved(7), address(0), "cleared");
        nft.setApprovalForAll(eve, true);
        vm.assertTrue(nft.isApprovedForAll(bob, eve), "all items");
        vm.stopPrank();
    }

    /// [SOL-10] [SOL-36]
    function test_RevertWhen_ItNamesTheCaller() public {
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionApprovalToCaller.selector, bob);
        vm.expectRevert(why);
        vm.prank(bob);
        nft.setApprovalForAll(bob, true);
        vm.prank(bob);
        nft.setApprovalForAll(eve, true);
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionApprovalToCaller.selector, eve));
        vm.prank(eve);
        nft.approve(eve, 7);
    }

    /// [SOL-11] [SOL-25]
    function test_RevertWhen_ItNamesTheOwner() public {
        vm.expectRevert(abi.encodeWithSelector(ICollection721.CollectionApprovalToOwner.selector, bob));
        vm.prank(bob);
        nft.approve(bob, 7);
        vm.prank(bob);
        nft.setApprovalForAll(eve, true);
        vm.expectRevert(abi.encodeWithSelector(ICollection721.CollectionApprovalToOwner.selector, bob));
        vm.prank(eve);
        nft.approve(bob, 7);
    }

    /// [SOL-26]
    function test_RevertWhen_TheCallerMayNot() public {
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidApprover(address)", eve));
        vm.prank(eve);
        nft.approve(carol, 7);
    }

    /// [SOL-24] [SOL-28]
    function test_RevertGiven_ItDoesNotExist() public {
        bytes memory why = abi.encodeWithSignature("ERC721NonexistentToken(uint256)", 8);
        vm.expectRevert(why);
        nft.getApproved(8);
        vm.expectRevert(why);
        nft.ownerOf(8);
        vm.expectRevert(why);
        nft.approve(eve, 8);
    }
}
