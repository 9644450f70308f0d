// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../src/auction/AuctionTypes.sol";
import {AuctionBase, Settling} from "../base/AuctionBase.sol";
import {Emptier, NotifyingERC20, VaultERC721} from "../base/Vaults.sol";

/// @notice An auctioned item that holds coin, whose owner's code empties it as soon as money arrives.
contract EmptiedAuctionItemTest is AuctionBase {
    VaultERC721 private vault;
    NotifyingERC20 private notifying;

    function setUp() public override {
        super.setUp();
        vault = new VaultERC721(carol);
        notifying = new NotifyingERC20();
        notifying.give(bob, INITIAL_BALANCE);
        vm.prank(bob);
        notifying.approve(address(proxy), type(uint256).max);
        vault.give(alice, 1);
        vault.fill{value: 5 ether}(1);
        vm.prank(alice);
        vault.setApprovalForAll(address(proxy), true);
    }

    function aSettling() private view returns (Settling memory) {
        AuctionOrder memory order = anAuction(address(vault));
        (order.key.buyAsset.token, order.encourage) = (address(notifying), 1000);
        return settlingOf(order, losers(2));
    }

    function assertFull(Settling memory s) private {
        settle(s);
        vm.assertEq(vault.ownerOf(1), bob, "item");
        vm.assertEq(vault.held(1), 5 ether, "with what it holds");
        vm.assertEq(notifying.balanceOf(alice), 1.65 ether, "owner");
        vm.assertEq(notifying.balanceOf(carol), 0.1 ether, "creator");
    }

    function test_WhenTheOwnerIsPaid() public {
        Settling memory s = aSettling();
        vm.etch(alice, address(new Emptier(vault, 1)).code);
        assertFull(s);
    }

    /// The beneficiary of the fees and a losing bidder are paid before the owner: neither may run the owner's code either.
    function test_WhenALosingBidderIsPaid() public {
        Settling memory s = aSettling();
        vm.prank(alice);
        vault.setApprovalForAll(s.recipients[0], true);
        vm.etch(s.recipients[0], address(new Emptier(vault, 1)).code);
        assertFull(s);
    }
}
