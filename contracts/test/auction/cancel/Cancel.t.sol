// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";

contract AuctionCancelTest is AuctionBase {
    function test_RevertWhen_AnotherCancels() public {
        AuctionOrder memory order = anAuction(address(nft));
        vm.expectRevert(abi.encodeWithSelector(IAuctionExchange.AuctionCallerNotOwner.selector, bob, alice));
        vm.prank(bob);
        auction.cancel(order.key);
        vm.assertTrue(!auction.isSpent(alice, saltOf(5)), "untouched");
    }

    function test_WhenTheOwnerCancels() public {
        Settling memory s = settlingOf(anAuction(address(nft)), losers(0));
        vm.expectEmit(address(auction));
        emit IAuctionExchange.Cancel(address(nft), 1, alice, address(pay), 0, saltOf(5));
        vm.prank(alice);
        auction.cancel(s.order.key);
        assertOver(s);
        vm.expectRevert(abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, 5));
        vm.prank(alice);
        auction.cancel(s.order.key);
    }

    function test_RevertGiven_Settled() public {
        Settling memory s = settlingOf(anAuction(address(nft)), losers(0));
        settle(s);
        vm.expectRevert(abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, 5));
        vm.prank(alice);
        auction.cancel(s.order.key);
    }

    /// An edit keeps the number; whichever version is cancelled, none is left.
    function test_WhenAnotherVersionIsCancelled() public {
        Settling memory s = settlingOf(anAuction(address(nft)), losers(0));
        AuctionOrder memory edited = anAuction(address(nft));
        (edited.buying, edited.encourage, edited.key.salt) = (MINIMUM / 2, 500, saltOf(5, START + 1, EXPIRED + 1));
        vm.prank(alice);
        auction.cancel(edited.key);
        assertOver(s);
    }

    function test_WhenAnotherVersionIsSettled() public {
        Settling memory s = settlingOf(anAuction(address(nft)), losers(0));
        AuctionOrder memory edited = anAuction(address(nft));
        edited.buying = MINIMUM / 2;
        settle(settlingOf(edited, losers(0)));
        vm.prank(bob);
        nft.transferFrom(bob, alice, 1);
        assertOver(s);
    }

    function testFuzz_WhenNumbersDiffer(uint64 number, uint64 other) public {
        AuctionOrder memory order = anAuction(address(nft));
        order.key.salt = saltOf(number);
        vm.prank(alice);
        auction.cancel(order.key);
        vm.assertTrue(auction.isSpent(alice, number), "the cancelled");
        vm.assertTrue(auction.isSpent(alice, other) == (number == other), "no other");
        vm.assertTrue(!auction.isSpent(bob, number), "of no other account");
    }
}
