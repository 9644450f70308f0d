// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Asset, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";
import {HookedERC20, HostileERC721, Mood} from "../../base/Hostile.sol";
import {MoodyERC20} from "../../base/MoodyERC20.sol";
import {BurningFeeListERC721, FalseERC20, LazyERC721, OldERC20, TaxedERC20} from "../../base/Tokens.sol";
import {HostileMover, Wallet} from "../../base/Wallet.sol";

contract AuctionAttackersTest is AuctionBase {
    function sharedIn(address token, uint256 count) private view returns (Settling memory s) {
        AuctionOrder memory order = anAuction(address(royal));
        (order.key.buyAsset.token, order.encourage) = (token, 1000);
        return settlingOf(order, losers(count));
    }

    function approve(address token) private {
        vm.prank(bob);
        OldERC20(token).approve(address(proxy), type(uint256).max);
    }

    function blocking() private returns (OldERC20 token) {
        token = new OldERC20();
        token.give(bob, 10 ether);
        approve(address(token));
    }

    function again(Settling memory s) private pure returns (bytes memory) {
        return abi.encodeWithSelector(
            bytes4(0x4042316a), s.order, s.sig, s.total, s.bidSig, s.recipients, s.fee, s.feeSig, s.buyer
        );
    }

    /// @dev A second auction that would settle by itself, tried from inside the first.
    function another() private returns (Settling memory s) {
        nft.give(alice, 2);
        AuctionOrder memory order = anAuction(address(nft));
        (order.key.salt, order.key.sellAsset.tokenId) = (saltOf(6), 2);
        return settlingOf(order, losers(0));
    }

    function test_WhenThePayTokenCallsBack() public {
        HookedERC20 token = new HookedERC20();
        token.give(bob, 10 ether);
        approve(address(token));
        Settling memory s = sharedIn(address(token), 3);
        Hook hook = new Hook(address(auction), again(another()));
        token.reenter(address(hook), "");
        settle(s);
        vm.assertEq(hook.shut(), 6, "at fees, royalty, three shares and the rest");
        vm.assertEq(token.balanceOf(bob), 10 ether - 2.05 ether, "paid once");
    }

    function test_WhenTheItemCallsBack() public {
        HostileMover item = new HostileMover();
        item.give(alice, 1);
        vm.prank(alice);
        item.setApprovalForAll(address(proxy), true);
        Settling memory inner = another();
        Hook hook = new Hook(address(auction), again(inner));
        item.reenter(address(hook), "");
        settle(settlingOf(anAuction(address(item)), losers(0)));
        vm.assertEq(hook.shut(), 1, "shut");
        vm.assertEq(item.ownerOf(1), bob, "moved");
        settle(inner);
    }

    function test_WhenTheWinnersAccountCallsBack() public {
        Wallet winner = new Wallet(bob);
        pay.give(address(winner), 10 ether);
        winner.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), type(uint256).max)));
        Settling memory s = settlingOf(anAuction(address(nft)), losers(0));
        s.buyer = address(winner);
        resign(s);
        Hook hook = new Hook(address(auction), again(another()));
        winner.reenter(IExchange(address(hook)), "");
        vm.prank(alice);
        auction.exchange(s.order, joined(s.sig), s.total, joined(s.bidSig), s.recipients, s.fee, s.feeSig, s.buyer);
        vm.assertEq(hook.shut(), 1, "shut");
        vm.assertEq(nft.ownerOf(1), address(winner), "moved");
    }

    function test_WhenALosingBidderIsBlocked() public {
        OldERC20 token = blocking();
        Settling memory s = sharedIn(address(token), 3);
        token.setBlocked(s.recipients[1]);
        uint256 share = uint256(0.2 ether) / 3;
        vm.expectEmit(address(auction));
        emit IAuctionExchange.DividendRefused(alice, saltOf(5), s.recipients[1], share);
        settle(s);
        vm.assertEq(token.balanceOf(s.recipients[0]), share, "the first");
        vm.assertEq(token.balanceOf(s.recipients[2]), share, "the third");
        vm.assertEq(token.balanceOf(alice), 1.85 ether - 2 * share, "the seller");
        vm.assertEq(token.balanceOf(bob), 10 ether - 2.05 ether, "the winner");
    }

    function test_WhenEverySecondOfTwoHundredIsBlocked() public {
        OldERC20 token = blocking();
        Settling memory s = sharedIn(address(token), 200);
        for (uint256 i; i < 200; i += 2) {
            token.setBlocked(s.recipients[i]);
        }
        settle(s);
        for (uint256 i; i < 200; ++i) {
            vm.assertEq(token.balanceOf(s.recipients[i]), i % 2 == 0 ? 0 : 0.001 ether, "share");
        }
        vm.assertEq(token.balanceOf(alice), 1.85 ether - 0.1 ether, "the seller");
    }

    /// @dev Two hundred losing bidders and five creators, as many as are paid, that burn what they get, and so does the item while
    /// its royalty is read.
    function allBurning() private returns (Settling memory s, BurningERC20 token, BurningFeeListERC721 item) {
        token = new BurningERC20();
        item = new BurningFeeListERC721();
        item.give(alice, 1);
        vm.prank(alice);
        item.setApprovalForAll(address(proxy), true);
        token.give(bob, 10 ether);
        approve(address(token));
        s = sharedIn(address(token), 200);
        s.order.key.sellAsset.token = address(item);
        resign(s);
        for (uint160 i = 1; i <= 5; ++i) {
            item.add(address(i << 100), 200);
            token.burnFor(address(i << 100));
        }
        for (uint256 i; i < 200; ++i) {
            token.burnFor(s.recipients[i]);
        }
    }

    /// forge-config: default.isolate = true
    function test_WhenAllTwoHundredBurnTheirGas() public {
        (Settling memory s, BurningERC20 token, BurningFeeListERC721 item) = allBurning();
        settle(s);
        vm.assertLe(vm.lastCallGas().gasTotalUsed, 16_777_216, "fits into one transaction");
        vm.assertGe(vm.lastCallGas().gasTotalUsed, 14_500_000, "though all was burnt");
        vm.assertEq(token.balanceOf(alice), 1.95 ether, "the seller keeps all of it");
        vm.assertEq(item.ownerOf(1), bob, "item");
    }

    /// What a payee must be left with is checked before each payment: the limit of a transaction suffices for that, too. Less
    /// 100,000 for what the transaction itself costs.
    function test_WhenAllBurnAtTheLimitOfATransaction() public {
        (Settling memory s, BurningERC20 token, BurningFeeListERC721 item) = allBurning();
        vm.prank(alice);
        (bool ok,) = address(auction).call{gas: 16_777_216 - 100_000}(again(s));
        vm.assertTrue(ok, "in one transaction");
        vm.assertEq(token.balanceOf(alice), 1.95 ether, "the seller keeps all of it");
        vm.assertEq(item.ownerOf(1), bob, "item");
    }

    /// The sender, who may be the seller, can't starve a payee, not even one that needs nearly all that a payment may use: whatever
    /// gas it gives, all are paid or nothing happens.
    function testFuzz_WhenGasIsShort(uint256 gasGiven) public {
        MoodyERC20 token = new MoodyERC20();
        token.give(bob, 10 ether);
        approve(address(token));
        Settling memory s = sharedIn(address(token), 3);
        token.need(carol, 185_000);
        token.need(s.recipients[2], 175_000);
        gasGiven = bound(gasGiven, 20_000, 900_000);
        vm.prank(alice);
        (bool ok,) = address(auction).call{gas: gasGiven}(again(s));
        uint256 share = ok ? uint256(0.2 ether) / 3 : 0;
        vm.assertEq(token.balanceOf(s.recipients[2]), share, "share");
        vm.assertEq(token.balanceOf(carol), ok ? 0.1 ether : 0, "royalty");
    }

    function test_RevertWhen_GasIsShort() public {
        Settling memory s = sharedIn(address(pay), 3);
        vm.prank(alice);
        (bool ok, bytes memory why) = address(auction).call{gas: 300_000}(again(s));
        vm.assertTrue(!ok && bytes4(why) == IAuctionExchange.AuctionGasTooLow.selector, "the error");
    }

    function test_WhenTheCreatorIsBlocked() public {
        OldERC20 token = blocking();
        token.setBlocked(carol);
        Settling memory s = sharedIn(address(token), 2);
        s.order.encourage = 10_000;
        resign(s);
        settle(s);
        vm.assertEq(token.balanceOf(s.recipients[0]), 0.925 ether, "as if it were paid");
        vm.assertEq(token.balanceOf(alice), 0.1 ether, "its part stays with the seller");
    }

    function test_RevertWhen_TheSellerIsBlocked() public {
        OldERC20 token = blocking();
        token.setBlocked(alice);
        settleReverts(sharedIn(address(token), 2), abi.encodeWithSignature("Error(string)", "blocked"));
    }

    /// [F-9]
    function test_F9_WhenTheBeneficiaryIsBlocked() public {
        OldERC20 token = blocking();
        token.setBlocked(treasury);
        vm.expectEmit(address(auction));
        emit IFees.TokenFeesHeld(address(token), 0.1 ether);
        settle(sharedIn(address(token), 2));
        vm.assertEq(token.balanceOf(address(auction)), 0.1 ether, "the fees wait");
        vm.assertEq(token.balanceOf(bob), 10 ether - 2.05 ether, "the winner pays the same");
        vm.prank(operator);
        auction.setBeneficiary(carol);
        vm.warp(vm.getBlockTimestamp() + 2 days);
        auction.applyBeneficiary();
        uint256 had = token.balanceOf(carol);
        auction.withdrawTokens(address(token));
        vm.assertEq(token.balanceOf(carol) - had, 0.1 ether, "the beneficiary of now");
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesNothingHeld.selector, token));
        auction.withdrawTokens(address(token));
    }

    function test_RevertWhen_ThePayTokenTaxes() public {
        TaxedERC20 token = new TaxedERC20();
        token.give(bob, 10 ether);
        approve(address(token));
        settleReverts(
            sharedIn(address(token), 2), abi.encodeWithSelector(IAuctionExchange.AuctionPaymentShort.selector, token, 1.65 ether)
        );
    }

    function test_RevertWhen_ThePayTokenAnswersFalse() public {
        FalseERC20 token = new FalseERC20();
        settleReverts(sharedIn(address(token), 2), abi.encodeWithSignature("SafeERC20FailedOperation(address)", token));
    }

    /// "500" of a collection would be its item 500; "1" its item 1.
    function test_RevertWhen_ThePayTokenIsAnItem() public {
        nft.give(bob, 500);
        Settling memory s = sharedIn(address(nft), 0);
        (s.order.buying, s.order.sellerFee, s.total, s.fee) = (1, 0, 500, 0);
        resign(s);
        vm.expectRevert();
        vm.prank(alice);
        auction.exchange(s.order, s.sig, s.total, s.bidSig, s.recipients, s.fee, s.feeSig, s.buyer);
        s.total = 1;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionPaymentShort.selector, nft, 1));
        vm.assertEq(nft.ownerOf(500), bob, "unmoved");
    }

    function test_WhenTheWinnerRefusesTheItem() public {
        Wallet winner = new Wallet(bob);
        pay.give(address(winner), 10 ether);
        winner.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), type(uint256).max)));
        winner.refuseItems();
        Settling memory s = settlingOf(anAuction(address(nft)), losers(2));
        s.buyer = address(winner);
        resign(s);
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", winner));
        vm.prank(alice);
        auction.exchange(s.order, joined(s.sig), s.total, joined(s.bidSig), s.recipients, s.fee, s.feeSig, s.buyer);
        vm.assertEq(pay.balanceOf(address(winner)), 10 ether, "unpaid");
        nextBid(s);
    }

    function test_WhenTheWinnerCannotPay() public {
        Settling memory s = settlingOf(anAuction(address(nft)), losers(2));
        vm.prank(bob);
        pay.approve(address(proxy), 0);
        settleReverts(s, abi.encodeWithSignature("ERC20InsufficientAllowance(address,uint256,uint256)", proxy, 0, 0.1 ether));
        nextBid(s);
        approve(address(pay));
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, 5));
    }

    function nextBid(Settling memory s) private {
        Settling memory next = settlingOf(s.order, s.recipients);
        (next.buyer, next.total, next.caller) = (eve, TOTAL - 0.1 ether, eve);
        next.bidSig = bidOf(EVE_KEY, next);
        next.feeSig = wordOf(FEE_KEY, next);
        settle(next);
        vm.assertEq(nft.ownerOf(1), eve, "the next bid takes its place");
        assertOver(next);
    }

    function test_WhenRoyaltiesAreHostile() public {
        for (uint256 mood; mood <= uint256(type(Mood).max); ++mood) {
            HostileERC721 item = new HostileERC721(Mood(mood), eve);
            item.give(alice, 1);
            vm.prank(alice);
            item.setApprovalForAll(address(proxy), true);
            AuctionOrder memory order = anAuction(address(item));
            (order.encourage, order.key.salt) = (10_000, saltOf(100 + mood));
            Settling memory s = settlingOf(order, losers(1));
            uint256 before = pay.balanceOf(s.recipients[0]);
            settle(s);
            vm.assertGe(pay.balanceOf(s.recipients[0]) - before, 1.75 ether, "the cap is 10 %");
            assertOver(s);
        }
    }

    function test_RevertWhen_AnOldItemDoesNotMove() public {
        LazyERC721 item = new LazyERC721();
        item.give(alice, 1);
        AuctionOrder memory order = anAuction(address(item));
        order.key.sellAsset.assetType = 4;
        settleReverts(
            settlingOf(order, losers(0)), abi.encodeWithSignature("TransferProxyItemNotMoved(address,uint256)", item, 1)
        );
    }

    function test_RevertWhen_AnItemIsMoney() public {
        pay.give(alice, 10 ether);
        for (uint8 kind = 2; kind <= 4; ++kind) {
            AuctionOrder memory order = anAuction(address(pay));
            order.key.sellAsset = Asset(address(pay), 1, kind);
            Settling memory s = settlingOf(order, losers(0));
            vm.expectRevert();
            vm.prank(alice);
            auction.exchange(s.order, s.sig, s.total, s.bidSig, s.recipients, s.fee, s.feeSig, s.buyer);
        }
        vm.assertEq(pay.balanceOf(alice), 10 ether, "unmoved");
    }
}

/// @notice Burns all gas of moves to some.
contract BurningERC20 is FalseERC20 {
    mapping(address => bool) private _burns;

    function burnFor(address account) external {
        _burns[account] = true;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (_burns[to]) {
            assembly {
                invalid()
            }
        }
        super._update(from, to, value);
    }
}

/// @notice Called from whatever hook, calls the auction, and counts how often it was shut.
contract Hook {
    uint256 public constant totalClaimable = 0;
    address private immutable _target;
    bytes private _call;
    uint256 public shut;

    constructor(address target, bytes memory call_) {
        (_target, _call) = (target, call_);
    }

    fallback() external {
        (bool ok, bytes memory why) = _target.call(_call);
        require(!ok && bytes4(why) == IAuctionExchange.AuctionReentered.selector, "entered");
        ++shut;
    }
}
