// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";

/// @notice Auctions whose end late bids move, or that a total ends at once: both stand in the signed terms.
contract TermsTest is AuctionBase {
    uint256 private constant BUY_NOW = 2 ether;
    /// Later than the fee signer's first day.
    uint256 private constant BEGIN = END + 1 days;
    uint256 private constant MIDDLE = END + 2 days;
    uint256 private constant FINISH = END + 3 days;
    uint256 private constant LAST = FINISH + 72 hours;

    function termsOf(uint256 minutes_, uint256 buyNow) private pure returns (uint256) {
        return (minutes_ << 88) | buyNow;
    }

    function auctionWith(uint256 terms) private view returns (AuctionOrder memory order) {
        order = anAuction(address(royal));
        (order.endTime, order.expiredTime) = (FINISH, LAST);
        order.key.salt = saltOf(5, BEGIN, LAST) | (terms << 64);
    }

    function settlingWith(uint256 terms) private view returns (Settling memory) {
        return settlingOf(auctionWith(terms), losers(0));
    }

    /// [SNIPE-01]
    function test_WhenItIsExtended() public {
        vm.warp(FINISH);
        for (uint256 minutes_ = 5; minutes_ <= 15; minutes_ += 5) {
            uint256 snapshot = vm.snapshotState();
            settle(settlingWith(termsOf(minutes_, 0)));
            vm.assertEq(royal.ownerOf(1), bob, "item");
            vm.revertToState(snapshot);
        }
    }

    /// [SNIPE-05]
    function test_WhenTheBuynowTotalIsPaid() public {
        vm.warp(MIDDLE);
        Settling memory s = settlingWith(termsOf(0, BUY_NOW));
        s.caller = bob;
        settle(s);
        vm.assertEq(royal.ownerOf(1), bob, "item");
        vm.assertEq(pay.balanceOf(alice), 1.85 ether, "proceeds");
        assertOver(s);
    }

    function test_WhenTheOwnerSendsTheBuynow() public {
        vm.warp(MIDDLE);
        settle(settlingWith(termsOf(5, BUY_NOW)));
        vm.assertEq(royal.ownerOf(1), bob, "item");
    }

    /// After the end it is a bid like any other.
    function test_WhenTheBuynowTotalIsBidAndTheEndComes() public {
        vm.warp(FINISH);
        Settling memory s = settlingWith(termsOf(0, BUY_NOW));
        settle(s);
        vm.assertEq(royal.ownerOf(1), bob, "item");
    }

    function test_RevertWhen_AThirdAccountSendsTheBuynow() public {
        vm.warp(MIDDLE);
        Settling memory s = settlingWith(termsOf(0, BUY_NOW));
        s.caller = eve;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionCallerNotParty.selector, eve));
    }

    function test_RevertWhen_LessThanTheBuynowIsBid() public {
        vm.warp(MIDDLE);
        Settling memory s = settlingWith(termsOf(0, BUY_NOW + 1));
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionNotEnded.selector, FINISH));
    }

    function test_RevertWhen_MoreThanTheBuynowIsBid() public {
        vm.warp(MIDDLE);
        Settling memory s = settlingWith(termsOf(0, BUY_NOW - 1));
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionNotEnded.selector, FINISH));
    }

    function test_RevertWhen_ThereIsNoBuynow() public {
        vm.warp(MIDDLE);
        settleReverts(settlingWith(0), abi.encodeWithSelector(IAuctionExchange.AuctionNotEnded.selector, FINISH));
        settleReverts(settlingWith(termsOf(5, 0)), abi.encodeWithSelector(IAuctionExchange.AuctionNotEnded.selector, FINISH));
    }

    function test_RevertWhen_TheSaleHasNotBegun() public {
        vm.warp(BEGIN - 1);
        Settling memory s = settlingWith(termsOf(0, BUY_NOW));
        s.caller = bob;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionNotEnded.selector, FINISH));
        vm.warp(BEGIN);
        settle(s);
    }

    /// The operator signs no settlement once bids are half as high.
    function test_RevertWhen_TheOperatorDidNotSign() public {
        vm.warp(MIDDLE);
        Settling memory s = settlingWith(termsOf(0, BUY_NOW));
        s.feeSig = wordOf(EVE_KEY, s);
        settleReverts(s, abi.encodeWithSignature("FeesSignatureInvalid(address)", eve));
    }

    function test_RevertWhen_TheExtensionIsAnother() public {
        vm.warp(FINISH);
        Settling memory s = settlingWith(termsOf(5, 0));
        s.order.key.salt = auctionWith(termsOf(10, 0)).key.salt;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, alice));
    }

    function test_RevertWhen_TheBuynowIsAnother() public {
        Settling memory s = settlingWith(termsOf(0, BUY_NOW + 1));
        vm.warp(MIDDLE);
        s.order.key.salt = auctionWith(termsOf(0, BUY_NOW)).key.salt;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, alice));
    }

    /// Neither a plain auction as an extended one nor the reverse.
    function test_RevertWhen_TheKindIsAnother() public {
        vm.warp(FINISH);
        Settling memory s = settlingWith(termsOf(5, 0));
        s.order.key.salt = saltOf(5, BEGIN, LAST);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, alice));
        s = settlingWith(0);
        s.order.key.salt = auctionWith(termsOf(5, 0)).key.salt;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, alice));
    }

    function test_RevertWhen_ABidWasForAnotherKind() public {
        vm.warp(FINISH);
        Settling memory s = settlingWith(termsOf(5, 0));
        Settling memory plain = settlingWith(0);
        s.bidSig = plain.bidSig;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, bob));
    }

    function test_RevertWhen_TheExtensionIsNone() public {
        vm.warp(FINISH);
        for (uint256 minutes_ = 1; minutes_ < 256; ++minutes_) {
            if (minutes_ == 5 || minutes_ == 10 || minutes_ == 15) continue;
            Settling memory s = settlingWith(termsOf(minutes_, 0));
            settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionTermsInvalid.selector, termsOf(minutes_, 0)));
        }
    }

    function test_RevertWhen_TheBuynowIsBelowTheMinimum() public {
        vm.warp(FINISH);
        Settling memory s = settlingWith(termsOf(0, MINIMUM - 1));
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionTermsInvalid.selector, termsOf(0, MINIMUM - 1)));
    }

    /// hashStruct(ExtendedAuction) and the bid on it, written out from their type strings.
    /// Either term makes it an ExtendedAuction.
    function test_HashesWhatAWalletShows() public view {
        hashesTerms(10, BUY_NOW);
        hashesTerms(0, BUY_NOW);
        hashesTerms(10, 0);
    }

    function hashesTerms(uint256 minutes_, uint256 buyNow) private view {
        AuctionOrder memory order = auctionWith(termsOf(minutes_, buyNow));
        bytes32 assets = keccak256("Asset(address token,uint256 tokenId,uint8 assetType)");
        bytes memory head = abi.encode(
            keccak256(
                "ExtendedAuction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee,uint256 extension,uint256 buyNow)Asset(address token,uint256 tokenId,uint8 assetType)"
            ),
            alice,
            order.key.salt,
            BEGIN,
            keccak256(abi.encode(assets, royal, 1, 3)),
            keccak256(abi.encode(assets, pay, 0, 1))
        );
        bytes memory tail = abi.encode(1, MINIMUM, FINISH, LAST, 0, FEE, minutes_ * 60, buyNow);
        vm.assertEq(auction.hashAuction(order), keccak256(bytes.concat(head, tail)), "auction");
    }
}
