// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";
import {HookedERC20} from "../../base/Hostile.sol";
import {HostileMover, Wallet} from "../../base/Wallet.sol";
import {Hook} from "../attackers/Attackers.t.sol";
import {TurningRoyalty} from "../../findings/LeastProceeds.t.sol";

/// @notice After the end anybody settles, with a least for the owner that a fee signer signed.
contract OpenTest is AuctionBase {
    /// @dev Of 2 PAY: less 0.05 of seller fee, 0.1 of royalty, and two shares of 0.1.
    uint256 private constant LEAST = 1.65 ether;
    uint256 private constant PARTIES_ONLY = type(uint256).max;

    TurningRoyalty private token;

    function setUp() public override {
        super.setUp();
        token = new TurningRoyalty();
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        token.set(carol, 500);
    }

    /// @dev Eve sends what a fee signer opened to all; two losing bidders share a tenth.
    function anOpen() private view returns (Settling memory s) {
        AuctionOrder memory order = anAuction(address(token));
        order.encourage = 1000;
        s = settlingOf(order, losers(2));
        s.caller = eve;
        s.feeSig = openWordOf(FEE_KEY, s, LEAST);
    }

    function reopen(Settling memory s) private view {
        s.sig = signed(ALICE_KEY, auction.digest(s.order));
        s.bidSig = bidOf(BOB_KEY, s);
        s.feeSig = openWordOf(FEE_KEY, s, LEAST);
    }

    function reverts(Settling memory s, uint256 least, bytes memory why) private {
        vm.expectRevert(why);
        acceptFor(s, least);
        vm.assertEq(token.ownerOf(1), alice, "unmoved");
        vm.assertEq(pay.balanceOf(bob), INITIAL_BALANCE, "unpaid");
    }

    function callOf(Settling memory s) private pure returns (bytes memory) {
        return abi.encodeCall(
            IAuctionExchange.acceptBid,
            (s.order, joined(s.sig), s.total, joined(s.bidSig), s.recipients, s.fee, s.feeSig, s.buyer, LEAST)
        );
    }

    /// @dev The signature is over something else, so it recovers to some other account.
    function notSigned(Settling memory s, uint256 least) private {
        reverts(s, least, wordInvalid(openDigest(auction, s, least), s.feeSig));
    }

    function wordInvalid(bytes32 digest, Sig memory word) private pure returns (bytes memory) {
        address signer = Signatures.recover(digest, word.v, word.r, word.s);
        return abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, signer);
    }

    function notParty() private view returns (bytes memory) {
        return abi.encodeWithSelector(IAuctionExchange.AuctionCallerNotParty.selector, eve);
    }

    function belowLeast(uint256 proceeds) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAuctionExchange.AuctionProceedsBelowLeast.selector, proceeds, LEAST);
    }

    function assertSettled(Settling memory s) private view {
        vm.assertEq(token.ownerOf(1), bob, "item");
        vm.assertEq(pay.balanceOf(alice), LEAST, "owner");
        vm.assertEq(pay.balanceOf(bob), INITIAL_BALANCE - 2.05 ether, "winner");
        vm.assertEq(pay.balanceOf(carol), 0.1 ether, "creator");
        vm.assertEq(pay.balanceOf(treasury), 0.1 ether, "fees");
        vm.assertEq(pay.balanceOf(s.recipients[0]) + pay.balanceOf(s.recipients[1]), 0.2 ether, "shares");
        vm.assertEq(pay.balanceOf(eve), INITIAL_BALANCE, "who sent it");
        vm.assertTrue(auction.isSpent(alice, s.order.key.salt), "over");
    }

    /// [SNIPE-03]
    function test_WhenAThirdAccountSettles() public {
        Settling memory s = anOpen();
        acceptFor(s, LEAST);
        assertSettled(s);
        s.caller = bob;
        vm.expectRevert(abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, 5));
        acceptFor(s, LEAST);
    }

    /// [SNIPE-03]
    function test_WhenTheWinnerSettles() public {
        Settling memory s = anOpen();
        s.caller = bob;
        acceptFor(s, LEAST);
        assertSettled(s);
    }

    /// [SNIPE-03] Its least is its own, and its settlement that of the parties.
    function test_RevertWhen_TheOwnerSettles() public {
        Settling memory s = anOpen();
        s.caller = alice;
        bytes32 digest = auction.settlementDigest(s.order, s.total, s.buyer, s.recipients, s.fee);
        reverts(s, LEAST, wordInvalid(digest, s.feeSig));
    }

    /// [SNIPE-03] The buy-now total is the parties' until then.
    function test_RevertWhen_ItComesBeforeTheEnd() public {
        Settling memory s = anOpen();
        uint256 end = END + 3 days;
        (s.order.endTime, s.order.expiredTime) = (end, EXPIRED + 3 days);
        s.order.key.salt = saltOf(5, START, EXPIRED + 3 days);
        vm.warp(end - 1);
        reopen(s);
        reverts(s, LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionNotEnded.selector, end));
        s.order.key.salt |= s.total << 64;
        reopen(s);
        reverts(s, LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionNotEnded.selector, end));
        vm.warp(end);
        acceptFor(s, LEAST);
        assertSettled(s);
    }

    /// [SNIPE-03]
    function test_AtTheEndItself() public {
        vm.warp(END);
        acceptFor(anOpen(), LEAST);
        assertSettled(anOpen());
    }

    /// [SNIPE-03]
    function test_RevertWhen_ItHasExpired() public {
        vm.warp(EXPIRED);
        reverts(anOpen(), LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionExpired.selector, EXPIRED));
    }

    /// [SNIPE-03]
    function test_RevertWhen_TheRoyaltyRose() public {
        Settling memory s = anOpen();
        token.set(eve, 1000);
        reverts(s, LEAST, belowLeast(LEAST - 0.1 ether));
        token.set(carol, 501);
        reverts(s, LEAST, belowLeast(LEAST - 0.0002 ether));
        token.set(carol, 500);
        acceptFor(s, LEAST);
        assertSettled(s);
    }

    /// [SNIPE-03]
    function test_RevertWhen_AnotherLeastIsNamed() public {
        Settling memory s = anOpen();
        notSigned(s, LEAST - 1);
        notSigned(s, LEAST + 1);
        notSigned(s, 0);
        s.feeSig = openWordOf(FEE_KEY, s, PARTIES_ONLY);
        reverts(s, PARTIES_ONLY, notParty());
        s.feeSig = wordOf(FEE_KEY, s);
        reverts(s, PARTIES_ONLY, notParty());
        s.caller = bob;
        reverts(s, PARTIES_ONLY, abi.encodeWithSelector(IAuctionExchange.AuctionProceedsBelowLeast.selector, LEAST, PARTIES_ONLY));
    }

    /// [SNIPE-03]
    function test_RevertWhen_TheSettlementIsTheParties() public {
        Settling memory s = anOpen();
        s.feeSig = wordOf(FEE_KEY, s);
        notSigned(s, 0);
        notSigned(s, LEAST);
        s.caller = bob;
        notSigned(s, LEAST);
    }

    /// [SNIPE-03]
    function test_RevertWhen_ItComesByExchange() public {
        Settling memory s = anOpen();
        settleReverts(s, notParty());
        vm.expectRevert(notParty());
        vm.prank(eve);
        auction.exchange(s.order, joined(s.sig), s.total, joined(s.bidSig), s.recipients, s.fee, s.feeSig, s.buyer);
        bytes32 digest = auction.settlementDigest(s.order, s.total, s.buyer, s.recipients, s.fee);
        s.caller = bob;
        settleReverts(s, wordInvalid(digest, s.feeSig));
        s.caller = alice;
        settleReverts(s, wordInvalid(digest, s.feeSig));
    }

    /// [SNIPE-03]
    function test_RevertWhen_AFieldIsAnother() public {
        Settling memory s = anOpen();
        s.total = TOTAL + 1;
        reverts(s, LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, bob));
        s.bidSig = bidOf(BOB_KEY, s);
        notSigned(s, LEAST);
        s = anOpen();
        s.fee = 0;
        reverts(s, LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, bob));
        s.bidSig = bidOf(BOB_KEY, s);
        notSigned(s, LEAST);
        s = anOpen();
        s.buyer = eve;
        reverts(s, LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, eve));
        s.bidSig = bidOf(EVE_KEY, s);
        notSigned(s, LEAST);
        s = anOpen();
        s.recipients = losers(1);
        notSigned(s, LEAST);
        s.recipients = losers(3);
        notSigned(s, LEAST);
        s = anOpen();
        s.order.encourage = 0;
        reverts(s, LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, alice));
        s.sig = signed(ALICE_KEY, auction.digest(s.order));
        s.bidSig = bidOf(BOB_KEY, s);
        notSigned(s, LEAST);
    }

    /// [SNIPE-03]
    function test_RevertWhen_NoFeeSignerSigned() public {
        Settling memory s = anOpen();
        s.feeSig = openWordOf(EVE_KEY, s, LEAST);
        reverts(s, LEAST, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, eve));
        s.feeSig = none();
        reverts(s, LEAST, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, address(0)));
    }

    /// [SNIPE-03]
    function test_RevertGiven_TheFeeEpochIsRaised() public {
        Settling memory s = anOpen();
        vm.prank(operator);
        auction.raiseFeeEpoch();
        notSigned(s, LEAST);
    }

    /// [SNIPE-03]
    function test_RevertGiven_ItIsPaused() public {
        vm.prank(operator);
        auction.pause(1 hours);
        reverts(anOpen(), LEAST, abi.encodeWithSelector(IFees.FeesPaused.selector, END + 1 hours));
    }

    /// [SNIPE-03]
    function test_RevertGiven_TheAuctionIsCancelled() public {
        Settling memory s = anOpen();
        vm.prank(alice);
        auction.cancel(s.order.key);
        reverts(s, LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, 5));
    }

    /// [SNIPE-03]
    function test_RevertGiven_TheBidIsVoid() public {
        Settling memory s = anOpen();
        bytes32 id = auction.hashAuction(s.order);
        vm.prank(bob);
        auction.voidBids(id, TOTAL);
        reverts(s, LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionBidVoid.selector, bob, TOTAL));
    }

    /// [SNIPE-03]
    function test_RevertGiven_AnotherChainOrContract() public {
        Settling memory s = anOpen();
        vm.chainId(31338);
        reverts(s, LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, alice));
        s.sig = signed(ALICE_KEY, auction.digest(s.order));
        s.bidSig = bidOf(BOB_KEY, s);
        notSigned(s, LEAST);
        vm.chainId(31337);
        s = anOpen();
        (auction, proxy) = deployed();
        reverts(s, LEAST, abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, alice));
        s.sig = signed(ALICE_KEY, auction.digest(s.order));
        s.bidSig = bidOf(BOB_KEY, s);
        notSigned(s, LEAST);
    }

    /// [SNIPE-03]
    function test_WhenThePartiesHaveWallets() public {
        Wallet owner = new Wallet(alice);
        Wallet winner = new Wallet(bob);
        token.give(address(owner), 2);
        owner.act(address(token), abi.encodeCall(token.setApprovalForAll, (address(proxy), true)));
        pay.give(address(winner), 10 ether);
        winner.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), type(uint256).max)));
        Settling memory s = anOpen();
        (s.order.key.owner, s.order.key.sellAsset.tokenId, s.buyer) = (address(owner), 2, address(winner));
        reopen(s);
        acceptFor(s, LEAST);
        vm.assertEq(token.ownerOf(2), address(winner), "item");
        vm.assertEq(pay.balanceOf(address(owner)), LEAST, "owner");
        vm.assertEq(pay.balanceOf(address(winner)), 10 ether - 2.05 ether, "winner");
    }

    /// [SNIPE-03] Another auction that anybody may settle, from inside of this one.
    function test_WhenTheCallerIsHostile() public {
        HookedERC20 money = new HookedERC20();
        HostileMover item = new HostileMover();
        item.give(alice, 1);
        money.give(bob, 10 ether);
        vm.prank(alice);
        item.setApprovalForAll(address(proxy), true);
        vm.prank(bob);
        money.approve(address(proxy), type(uint256).max);
        Hook hook = new Hook(address(auction), callOf(anOpen()));
        money.reenter(address(hook), "");
        item.reenter(address(hook), "");
        Settling memory s = settlingOf(anAuction(address(item)), losers(1));
        (s.order.key.salt, s.order.key.buyAsset.token, s.order.encourage) = (saltOf(6), address(money), 1000);
        s.sig = signed(ALICE_KEY, auction.digest(s.order));
        s.bidSig = bidOf(BOB_KEY, s);
        (s.caller, s.feeSig) = (eve, openWordOf(FEE_KEY, s, 0));
        acceptFor(s, 0);
        vm.assertEq(hook.shut(), 4, "at item, fees, share and the rest");
        vm.assertEq(item.ownerOf(1), bob, "moved");
        acceptFor(anOpen(), LEAST);
        assertSettled(anOpen());
    }

    /// [SNIPE-03] The owner is owed nothing, so no least protects the losing bidders, and what they get is theirs as the collection
    /// leaves it.
    function test_WhenTheRoyaltyTakesTheShares() public {
        Settling memory s = anOpen();
        s.order.encourage = 10_000;
        s.sig = signed(ALICE_KEY, auction.digest(s.order));
        s.bidSig = bidOf(BOB_KEY, s);
        s.feeSig = openWordOf(FEE_KEY, s, 0);
        token.set(eve, 1000);
        acceptFor(s, 0);
        vm.assertEq(pay.balanceOf(alice), 0, "owner, as with the royalty of before");
        vm.assertEq(pay.balanceOf(eve), INITIAL_BALANCE + 0.2 ether, "the royalty that rose");
        vm.assertEq(pay.balanceOf(s.recipients[0]), 0.875 ether, "0.925 before it rose");
        vm.assertEq(pay.balanceOf(s.recipients[1]), 0.875 ether, "0.925 before it rose");
    }

    /// [SNIPE-03] The operator's rule: the least is what a dry run as the owner brings, and none below one base unit per bidder counts.
    function testFuzz_RevertWhen_TheRoyaltyRoseAboveARuledLeast(uint256 encourage, uint256 bps, uint256 risen) public {
        Settling memory s = anOpen();
        s.order.encourage = bound(encourage, 0, 10_000);
        bps = bound(bps, 0, 999);
        token.set(carol, bps);
        uint256 least = proceedsOf(s);
        if (least < s.recipients.length) least = s.recipients.length;
        token.set(eve, bound(risen, bps + 1, 1000));
        uint256 proceeds = proceedsOf(s);
        s.feeSig = openWordOf(FEE_KEY, s, least);
        reverts(s, least, abi.encodeWithSelector(IAuctionExchange.AuctionProceedsBelowLeast.selector, proceeds, least));
    }

    /// @dev By a least that nothing reaches: the error says what the owner would receive.
    function proceedsOf(Settling memory s) private returns (uint256 proceeds) {
        resign(s);
        (bytes memory sig, bytes memory bidSig) = (joined(s.sig), joined(s.bidSig));
        vm.prank(alice);
        try auction.acceptBid(s.order, sig, s.total, bidSig, s.recipients, s.fee, s.feeSig, s.buyer, PARTIES_ONLY) {
            revert("settled");
        } catch (bytes memory why) {
            vm.assertEq(bytes32(bytes4(why)), bytes32(IAuctionExchange.AuctionProceedsBelowLeast.selector), "the error");
            assembly {
                proceeds := mload(add(why, 36))
            }
        }
    }
}
