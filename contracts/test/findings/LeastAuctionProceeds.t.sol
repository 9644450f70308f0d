// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../src/auction/IAuctionExchange.sol";
import {Signatures} from "../../src/exchange/Signatures.sol";
import {IFees} from "../../src/fees/IFees.sol";
import {AuctionBase, Settling} from "../base/AuctionBase.sol";
import {OldERC20} from "../base/Tokens.sol";
import {Wallet} from "../base/Wallet.sol";
import {TurningRoyalty} from "./LeastProceeds.t.sol";

/// @notice A royalty that rises after the owner looked at the highest bid and before it is accepted.
contract LeastAuctionProceedsTest is AuctionBase {
    /// @dev Of 2 PAY at a royalty of 1,000 bps: less 0.05 of seller fee, 0.2 of royalty and two shares of 0.1.
    uint256 private constant LEFT = 1.55 ether;
    TurningRoyalty private token;

    function setUp() public override {
        super.setUp();
        token = new TurningRoyalty();
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        token.set(eve, 1000);
    }

    /// @dev Two losing bidders share a tenth.
    function aSettling() private view returns (Settling memory) {
        AuctionOrder memory order = anAuction(address(token));
        order.encourage = 1000;
        return settlingOf(order, losers(2));
    }

    function acceptForReverts(Settling memory s, uint256 least, bytes memory why) private {
        vm.expectRevert(why);
        acceptFor(s, least);
        vm.assertEq(token.ownerOf(1), alice, "unmoved");
        vm.assertTrue(!auction.isSpent(alice, s.order.key.salt), "open");
        vm.assertEq(pay.balanceOf(eve), INITIAL_BALANCE, "nothing for the collection");
    }

    function belowLeast(uint256 proceeds, uint256 least) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAuctionExchange.AuctionProceedsBelowLeast.selector, proceeds, least);
    }

    /// [F-11] The owner saw no royalty.
    function test_F11_RevertWhen_TheAuctionsRoyaltyRose() public {
        acceptForReverts(aSettling(), LEFT + 0.2 ether, belowLeast(LEFT, LEFT + 0.2 ether));
    }

    /// [F-11]
    function test_F11_WhenTheLeastIsExact() public {
        Settling memory s = aSettling();
        acceptForReverts(s, LEFT + 1, belowLeast(LEFT, LEFT + 1));
        acceptFor(s, LEFT);
        vm.assertEq(pay.balanceOf(alice), LEFT, "what the owner named");
        vm.assertEq(pay.balanceOf(eve), INITIAL_BALANCE + 0.2 ether, "creator");
        vm.assertEq(pay.balanceOf(s.recipients[0]), 0.1 ether, "share");
        vm.assertEq(token.ownerOf(1), bob, "item");
        assertOver(s);
    }

    /// [F-11]
    function test_F11_WhenTheLeastIsZero() public {
        acceptFor(aSettling(), 0);
        vm.assertEq(pay.balanceOf(alice), LEFT, "as the form that takes bytes");
    }

    /// [F-11] What creator and losing bidder refuse stays with the owner, and counts.
    function test_F11_WhenPaymentsAreRefused() public {
        OldERC20 money = new OldERC20();
        money.give(bob, 10 ether);
        vm.prank(bob);
        money.approve(address(proxy), type(uint256).max);
        Settling memory s = aSettling();
        s.order.key.buyAsset.token = address(money);
        resign(s);
        money.setBlocked(eve);
        money.setBlocked(s.recipients[1]);
        acceptFor(s, LEFT + 0.3 ether);
        vm.assertEq(money.balanceOf(alice), LEFT + 0.3 ether, "royalty and share");
    }

    /// [F-11] All of it goes to the losing bidders.
    function test_F11_RevertWhen_NothingIsLeft() public {
        Settling memory s = aSettling();
        s.order.encourage = 10_000;
        resign(s);
        acceptForReverts(s, 1, belowLeast(0, 1));
        acceptFor(s, 0);
        vm.assertEq(pay.balanceOf(alice), 0, "as signed");
    }

    /// [F-11] The winner pays, so it names no least of its own: only the one that a fee signer signed counts.
    function test_F11_RevertWhen_TheWinnerAccepts() public {
        Settling memory s = aSettling();
        s.caller = bob;
        address signer = Signatures.recover(openDigest(auction, s, 0), s.feeSig.v, s.feeSig.r, s.feeSig.s);
        acceptForReverts(s, 0, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, signer));
    }

    /// [F-11]
    function test_F11_RevertWhen_TheOwnerDidNotSign() public {
        Settling memory s = aSettling();
        s.sig = signed(EVE_KEY, auction.digest(s.order));
        acceptForReverts(s, 0, abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, alice));
    }

    /// [F-11]
    function test_F11_RevertWhen_TheBidderDidNotSign() public {
        Settling memory s = aSettling();
        s.bidSig = bidOf(EVE_KEY, s);
        acceptForReverts(s, 0, abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, bob));
    }

    /// [F-11]
    function test_F11_WhenTheOwnerHasAWallet() public {
        Wallet owner = new Wallet(alice);
        token.give(address(owner), 2);
        owner.act(address(token), abi.encodeCall(token.setApprovalForAll, (address(proxy), true)));
        Settling memory s = aSettling();
        (s.order.key.owner, s.order.key.sellAsset.tokenId, s.caller) = (address(owner), 2, address(owner));
        resign(s);
        acceptFor(s, LEFT);
        vm.assertEq(pay.balanceOf(address(owner)), LEFT, "what it named");
    }

    /// [F-11] One transaction: the least of one settlement is no least of the next.
    /// forge-config: default.isolate = false
    function test_F11_LeavesNoLeastToTheNextAuction() public {
        acceptFor(aSettling(), LEFT);
        Settling memory s = settlingOf(anAuction(address(nft)), losers(0));
        (s.order.key.salt, s.order.buying, s.total) = (saltOf(6), 0.1 ether, 0.1 ether);
        resign(s);
        settle(s);
        vm.assertEq(nft.ownerOf(1), bob, "settled for less");
    }

    /// [F-11]
    function testFuzz_F11_PaysTheOwnersLeastOrNothing(uint256 bps, uint256 encourage, uint256 least) public {
        bps = bound(bps, 0, 12_000);
        token.set(eve, bps);
        Settling memory s = aSettling();
        s.order.encourage = bound(encourage, 0, 10_000);
        resign(s);
        uint256 left = TOTAL - 0.05 ether - TOTAL * (bps < 1000 ? bps : 1000) / 10_000;
        uint256 pool = TOTAL * s.order.encourage / 10_000;
        uint256 proceeds = left - (pool < left ? pool : left) / 2 * 2;
        least = bound(least, 0, TOTAL);
        if (least > proceeds) return acceptForReverts(s, least, belowLeast(proceeds, least));
        acceptFor(s, least);
        vm.assertEq(pay.balanceOf(alice), proceeds, "as computed");
    }
}
