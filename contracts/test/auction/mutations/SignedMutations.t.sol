// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFees} from "../../../src/fees/IFees.sol";
import {Settling} from "../../base/AuctionBase.sol";
import {AuctionMutationBase} from "./MutationBase.sol";

/// @notice What the three signed is what is settled.
contract AuctionSignedMutationsTest is AuctionMutationBase {
    function test_RevertWhen_TheOwnerIsChanged() public {
        Settling memory s = base();
        s.order.key.owner = eve;
        settleReverts(s, ownerRefused(eve));
    }

    function test_RevertWhen_TheSaltIsChanged() public {
        Settling memory s = base();
        s.order.key.salt ^= 1;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheStartIsChanged() public {
        Settling memory s = base();
        s.order.key.salt ^= 1 << 176;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheItemsTokenIsChanged() public {
        Settling memory s = base();
        s.order.key.sellAsset.token = address(nft);
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheItemsIdIsChanged() public {
        Settling memory s = base();
        s.order.key.sellAsset.tokenId = 2;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheItemsTypeIsChanged() public {
        Settling memory s = base();
        s.order.key.sellAsset.assetType = 4;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheMoneysTokenIsChanged() public {
        Settling memory s = base();
        s.order.key.buyAsset.token = address(nft);
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheMoneysIdIsChanged() public {
        Settling memory s = base();
        s.order.key.buyAsset.tokenId = 1;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheMoneysTypeIsChanged() public {
        Settling memory s = base();
        s.order.key.buyAsset.assetType = 0;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheQuantityIsChanged() public {
        Settling memory s = base();
        s.order.selling = 2;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheMinimumIsChanged() public {
        Settling memory s = base();
        s.order.buying -= 1;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheEndIsChanged() public {
        Settling memory s = base();
        s.order.endTime -= 1;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheExpiryIsChanged() public {
        Settling memory s = base();
        s.order.expiredTime += 1;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheEncouragementIsChanged() public {
        Settling memory s = base();
        s.order.encourage = 0;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheSellerFeeIsChanged() public {
        Settling memory s = base();
        s.order.sellerFee = 0;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_AnotherSignsForTheOwner() public {
        Settling memory s = base();
        s.sig = signed(EVE_KEY, auction.digest(s.order));
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheBiddersSignatureIsTheOwners() public {
        Settling memory s = base();
        s.sig = s.bidSig;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheOperatorsSignatureIsTheOwners() public {
        Settling memory s = base();
        s.sig = s.feeSig;
        settleReverts(s, ownerRefused(alice));
    }

    function test_RevertWhen_TheTotalIsLowered() public {
        Settling memory s = base();
        s.total -= 1;
        settleReverts(s, bidRefused(bob));
    }

    function test_RevertWhen_TheTotalIsRaised() public {
        Settling memory s = base();
        s.total += 1;
        settleReverts(s, bidRefused(bob));
    }

    function test_RevertWhen_TheBidsFeeIsChanged() public {
        Settling memory s = base();
        s.fee += 1;
        settleReverts(s, bidRefused(bob));
    }

    function test_RevertWhen_TheWinnerIsAnother() public {
        Settling memory s = base();
        s.buyer = eve;
        settleReverts(s, bidRefused(eve));
    }

    function test_RevertWhen_AnotherSignsForTheBidder() public {
        Settling memory s = base();
        s.bidSig = bidOf(EVE_KEY, s);
        settleReverts(s, bidRefused(bob));
    }

    function test_RevertWhen_TheOwnerSignsForTheBidder() public {
        Settling memory s = base();
        s.bidSig = bidOf(ALICE_KEY, s);
        settleReverts(s, bidRefused(bob));
    }

    function test_RevertWhen_TheOperatorSignsForTheBidder() public {
        Settling memory s = base();
        s.bidSig = bidOf(FEE_KEY, s);
        settleReverts(s, bidRefused(bob));
    }

    function test_RevertWhen_TheOwnersSignatureIsTheBidders() public {
        Settling memory s = base();
        s.bidSig = s.sig;
        settleReverts(s, bidRefused(bob));
    }

    function test_RevertWhen_TheBidIsTheSettlement() public {
        Settling memory s = base();
        s.bidSig = wordOf(BOB_KEY, s);
        settleReverts(s, bidRefused(bob));
    }

    function test_RevertWhen_TheBidderSignedTheAuction() public {
        Settling memory s = base();
        s.bidSig = signed(BOB_KEY, auction.digest(s.order));
        settleReverts(s, bidRefused(bob));
    }

    function test_RevertWhen_TheBidIsOnAnotherVersion() public {
        Settling memory s = base();
        s.order.buying -= 1;
        s.sig = signed(ALICE_KEY, auction.digest(s.order));
        s.feeSig = wordOf(FEE_KEY, s);
        settleReverts(s, bidRefused(bob));
    }

    function test_RevertWhen_TheBidIsOnAnotherAuction() public {
        Settling memory s = base();
        s.order.key.salt = saltOf(6);
        s.sig = signed(ALICE_KEY, auction.digest(s.order));
        s.feeSig = wordOf(FEE_KEY, s);
        settleReverts(s, bidRefused(bob));
    }

    /// A changed settlement recovers to some other account, whose address is part of the error.
    function wordRefused(Settling memory s) private {
        vm.prank(s.caller);
        try auction.exchange(s.order, s.sig, s.total, s.bidSig, s.recipients, s.fee, s.feeSig, s.buyer) {
            vm.assertTrue(false, "settled");
        } catch (bytes memory why) {
            vm.assertEq(bytes32(bytes4(why)), bytes32(IFees.FeesSignatureInvalid.selector), "the error");
        }
        vm.assertTrue(!auction.isSpent(alice, s.order.key.salt), "untouched");
    }

    function test_RevertWhen_ARecipientIsMissing() public {
        Settling memory s = base();
        s.recipients = losers(1);
        wordRefused(s);
    }

    function test_RevertWhen_ARecipientIsAdded() public {
        Settling memory s = base();
        s.recipients = losers(3);
        wordRefused(s);
    }

    function test_RevertWhen_ThereIsNoRecipient() public {
        Settling memory s = base();
        s.recipients = losers(0);
        wordRefused(s);
    }

    function test_RevertWhen_TheOperatorsWordIsForAnotherBid() public {
        Settling memory s = base();
        s.total += 1;
        s.bidSig = bidOf(BOB_KEY, s);
        wordRefused(s);
    }

    function test_RevertWhen_TheOperatorsWordIsForAnotherFee() public {
        Settling memory s = base();
        s.fee -= 1;
        s.bidSig = bidOf(BOB_KEY, s);
        wordRefused(s);
    }

    function test_RevertWhen_TheOperatorsWordIsForAnotherWinner() public {
        Settling memory s = base();
        s.buyer = eve;
        s.bidSig = bidOf(EVE_KEY, s);
        wordRefused(s);
    }

    function test_RevertWhen_AnotherSignsForTheOperator() public {
        Settling memory s = base();
        s.feeSig = wordOf(EVE_KEY, s);
        settleReverts(s, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, eve));
    }

    function test_RevertWhen_TheOperatorSignedTheBuyerFeeOfAnOrder() public {
        Settling memory s = base();
        s.feeSig = signed(FEE_KEY, auction.buyerFeeDigest(auction.hashAuction(s.order), s.fee));
        wordRefused(s);
    }
}
