// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";
import {RoyaltyERC721} from "../../base/PlainTokens.sol";

contract SettleTest is AuctionBase {
    function royalAuction() private view returns (AuctionOrder memory) {
        return anAuction(address(royal));
    }

    /// 2 PAY: 2.5 % and 5 % out of it, 2.5 % on top.
    function assertTraded() private view {
        vm.assertEq(royal.ownerOf(1), bob, "item");
        vm.assertEq(pay.balanceOf(alice), 1.85 ether, "seller");
        vm.assertEq(pay.balanceOf(carol), 0.1 ether, "creator");
        vm.assertEq(pay.balanceOf(treasury), 0.1 ether, "beneficiary");
        vm.assertEq(pay.balanceOf(bob), INITIAL_BALANCE - 2.05 ether, "winner");
    }

    function test_WhenTheOwnerAccepts() public {
        Settling memory s = settlingOf(royalAuction(), losers(0));
        vm.expectEmit(address(auction));
        emit IAuctionExchange.Auction(address(royal), 1, 1, alice, address(pay), 0, MINIMUM, bob, END, TOTAL, saltOf(5));
        settle(s);
        assertTraded();
        assertOver(s);
    }

    function test_WhenTheWinnerBuys() public {
        Settling memory s = settlingOf(royalAuction(), losers(0));
        s.caller = bob;
        settle(s);
        assertTraded();
        assertOver(s);
    }

    function test_RevertWhen_AThirdAccountSendsIt() public {
        Settling memory s = settlingOf(royalAuction(), losers(0));
        s.caller = eve;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionCallerNotParty.selector, eve));
    }

    function test_WhenALotIsSold() public {
        AuctionOrder memory order = royalAuction();
        order.key.sellAsset = Asset(address(multi), 7, 2);
        order.selling = 40;
        Settling memory s = settlingOf(order, losers(0));
        settle(s);
        vm.assertEq(multi.balanceOf(bob, 7), 40, "lot");
        vm.assertEq(multi.balanceOf(alice, 7), 60, "the rest");
        vm.assertEq(pay.balanceOf(alice), 1.95 ether, "the total is the lot's");
        assertOver(s);
    }

    function test_WhenAnOldERC721IsSold() public {
        AuctionOrder memory order = royalAuction();
        order.key.sellAsset.assetType = 4;
        Settling memory s = settlingOf(order, losers(0));
        settle(s);
        assertTraded();
        assertOver(s);
    }

    /// A tenth of 2 PAY among three; the seller keeps what rounding leaves.
    function test_WhenThreeShare() public {
        AuctionOrder memory order = royalAuction();
        order.encourage = 1000;
        address[] memory list = losers(3);
        Settling memory s = settlingOf(order, list);
        uint256 share = 66_666_666_666_666_666;
        vm.expectEmit(address(auction));
        emit IAuctionExchange.Dividends(alice, saltOf(5), share, list);
        settle(s);
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(pay.balanceOf(list[i]), share, "share");
        }
        vm.assertEq(pay.balanceOf(alice), 1.85 ether - 3 * share, "seller");
        vm.assertEq(pay.balanceOf(bob), INITIAL_BALANCE - 2.05 ether, "winner pays the same");
        assertOver(s);
    }

    /// 100 % is promised, 92.5 % is left.
    function test_WhenMoreIsPromisedThanLeft() public {
        AuctionOrder memory order = royalAuction();
        order.encourage = 10_000;
        Settling memory s = settlingOf(order, losers(2));
        settle(s);
        vm.assertEq(pay.balanceOf(losers(1)[0]), 0.925 ether, "half of what is left");
        vm.assertEq(pay.balanceOf(alice), 0, "seller");
        vm.assertEq(pay.balanceOf(carol), 0.1 ether, "creator");
        assertOver(s);
    }

    /// One unit is left of what three share: it reaches the seller.
    function test_WhenRoundingLeavesOneUnit() public {
        AuctionOrder memory order = anAuction(address(nft));
        (order.encourage, order.sellerFee) = (10_000, 0);
        Settling memory s = settlingOf(order, losers(3));
        s.total = 1 ether;
        resign(s);
        settle(s);
        vm.assertEq(pay.balanceOf(losers(1)[0]), uint256(1 ether) / 3, "share");
        vm.assertEq(pay.balanceOf(alice), 1, "seller");
        assertOver(s);
    }

    function test_WhenNothingIsPromised() public {
        Settling memory s = settlingOf(royalAuction(), losers(3));
        settle(s);
        assertTraded();
        vm.assertEq(pay.balanceOf(losers(1)[0]), 0, "no share");
        assertOver(s);
    }

    /// 199 units for 200 bidders.
    function test_WhenThePoolIsTooSmall() public {
        AuctionOrder memory order = anAuction(address(nft));
        (order.encourage, order.buying) = (9_950, 200);
        Settling memory s = settlingOf(order, losers(200));
        s.total = 200;
        resign(s);
        settle(s);
        vm.assertEq(pay.balanceOf(alice), 195, "seller");
        assertOver(s);
    }

    function test_WhenTheSellerIsTheCreator() public {
        RoyaltyERC721 own = new RoyaltyERC721(alice, 500);
        own.give(alice, 1);
        vm.prank(alice);
        own.setApprovalForAll(address(proxy), true);
        AuctionOrder memory order = anAuction(address(own));
        order.encourage = 10_000;
        Settling memory s = settlingOf(order, losers(1));
        settle(s);
        vm.assertEq(pay.balanceOf(losers(1)[0]), 1.95 ether, "what it would pay itself is left to share");
        vm.assertEq(pay.balanceOf(alice), 0, "seller");
        assertOver(s);
    }

    /// What each party gets for any terms, and that the sum is what the winner pays.
    function testFuzz_Money(uint256 total, uint256 sellerFee, uint256 fee, uint256 encourage, uint256 count) public {
        total = bound(total, 4, 900 ether);
        (sellerFee, fee) = (bound(sellerFee, 0, 1000), bound(fee, 0, 1000));
        (encourage, count) = (bound(encourage, 0, 10_000), bound(count, 0, 8));
        AuctionOrder memory order = royalAuction();
        (order.buying, order.sellerFee, order.encourage) = (bound(total / 2, 1, total), sellerFee, encourage);
        Settling memory s = settlingOf(order, losers(count));
        (s.total, s.fee) = (total, fee);
        resign(s);
        settle(s);
        uint256 left = total - total * sellerFee / 10_000 - total * 500 / 10_000;
        uint256 pool = total * encourage / 10_000;
        uint256 share = count == 0 ? 0 : (pool < left ? pool : left) / count;
        for (uint256 i; i < count; ++i) {
            vm.assertEq(pay.balanceOf(losers(count)[i]), share, "share");
        }
        vm.assertEq(pay.balanceOf(alice), left - share * count, "seller");
        vm.assertEq(pay.balanceOf(carol), total * 500 / 10_000, "creator");
        vm.assertEq(pay.balanceOf(treasury), total * sellerFee / 10_000 + total * fee / 10_000, "beneficiary");
        vm.assertEq(pay.balanceOf(bob), INITIAL_BALANCE - total - total * fee / 10_000, "winner");
        assertOver(s);
    }

    function testFuzz_AnyBidFromTheMinimumOn(uint256 minimum, uint256 total) public {
        AuctionOrder memory order = anAuction(address(nft));
        order.buying = bound(minimum, 2, 900 ether);
        Settling memory s = settlingOf(order, losers(0));
        s.total = bound(total, 2, 900 ether);
        resign(s);
        if (s.total < order.buying) {
            settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidBelowMinimum.selector, s.total, order.buying));
        } else {
            settle(s);
            assertOver(s);
        }
    }
}
