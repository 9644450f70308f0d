// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";

contract VoidBidsTest is AuctionBase {
    function aSettling() private view returns (Settling memory) {
        return settlingOf(anAuction(address(nft)), losers(0));
    }

    function voidAs(address bidder, AuctionOrder memory order, uint256 upTo) private {
        bytes32 id = auction.hashAuction(order);
        vm.prank(bidder);
        auction.voidBids(id, upTo);
    }

    /// Though the operator has signed already.
    function test_WhenTheBidIsVoided() public {
        Settling memory s = aSettling();
        bytes32 id = auction.hashAuction(s.order);
        vm.expectEmit(address(auction));
        emit IAuctionExchange.BidsVoided(bob, id, TOTAL);
        voidAs(bob, s.order, TOTAL);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidVoid.selector, bob, TOTAL));
        s.caller = bob;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidVoid.selector, bob, TOTAL));
    }

    function test_WhenAHigherBidFollows() public {
        Settling memory s = aSettling();
        voidAs(bob, s.order, TOTAL);
        s.total = TOTAL + 1;
        resign(s);
        settle(s);
        assertOver(s);
    }

    function test_WhenAnotherBidderOrAuctionIsMeant() public {
        Settling memory s = aSettling();
        voidAs(eve, s.order, type(uint256).max);
        AuctionOrder memory other = anAuction(address(royal));
        voidAs(bob, other, type(uint256).max);
        settle(s);
        assertOver(s);
    }

    function test_RevertWhen_NothingMoreIsVoid() public {
        Settling memory s = aSettling();
        voidAs(bob, s.order, 5);
        bytes32 id = auction.hashAuction(s.order);
        for (uint256 upTo; upTo <= 5; ++upTo) {
            vm.expectRevert(abi.encodeWithSelector(IAuctionExchange.AuctionNothingToVoid.selector, upTo, 5));
            vm.prank(bob);
            auction.voidBids(id, upTo);
        }
        voidAs(bob, s.order, 6);
        vm.assertEq(auction.voidedUpTo(bob, id), 6, "raised");
    }

    function testFuzz_WhenVoidedUpToAny(uint256 total, uint256 upTo) public {
        Settling memory s = aSettling();
        s.total = bound(total, MINIMUM, 900 ether);
        upTo = bound(upTo, 1, 1000 ether);
        resign(s);
        voidAs(bob, s.order, upTo);
        if (s.total <= upTo) settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidVoid.selector, bob, upTo));
        else settle(s);
    }
}
