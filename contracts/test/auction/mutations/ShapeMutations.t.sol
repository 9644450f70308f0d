// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {Settling} from "../../base/AuctionBase.sol";
import {AuctionMutationBase} from "./MutationBase.sol";

/// @notice Wrong auctions, bids and lists that all three signed.
contract AuctionShapeMutationsTest is AuctionMutationBase {
    function test_RevertWhen_TheStartIsBehindTheEnd() public {
        Settling memory s = base();
        s.order.key.salt = saltOf(5, END + 1, EXPIRED);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionTimesInvalid.selector, END + 1, END, EXPIRED));
    }

    function test_RevertWhen_TheSaltNamesAnotherExpiry() public {
        Settling memory s = base();
        s.order.key.salt = saltOf(5, START, EXPIRED - 1);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionTimesInvalid.selector, START, END, EXPIRED));
    }

    function test_RevertWhen_TheSaltNamesNoExpiry() public {
        Settling memory s = base();
        s.order.key.salt = saltOf(5, START, 0);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionTimesInvalid.selector, START, END, EXPIRED));
    }

    function test_RevertWhen_ItHasNotEnded() public {
        Settling memory s = base();
        s.order.endTime = END + 1;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionNotEnded.selector, END + 1));
    }

    function test_RevertWhen_ItHasExpired() public {
        Settling memory s = base();
        s.order.expiredTime = END;
        s.order.key.salt = saltOf(5, START, END);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionExpired.selector, END));
    }

    function test_RevertWhen_TheItemIsCoin() public {
        Settling memory s = base();
        s.order.key.sellAsset = Asset(address(0), 0, 0);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionItemInvalid.selector, address(0), 0, 0));
    }

    function test_RevertWhen_TheItemIsMoney() public {
        Settling memory s = base();
        s.order.key.sellAsset = Asset(address(pay), 0, 1);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionItemInvalid.selector, pay, 0, 1));
    }

    function test_RevertWhen_TheItemIsNotMinted() public {
        Settling memory s = base();
        s.order.key.sellAsset.assetType = 5;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionItemInvalid.selector, royal, 1, 5));
    }

    function test_RevertWhen_TheItemsTypeIsUnknown() public {
        Settling memory s = base();
        s.order.key.sellAsset.assetType = 6;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionItemInvalid.selector, royal, 1, 6));
    }

    function test_RevertWhen_TheMoneyIsCoin() public {
        Settling memory s = base();
        s.order.key.buyAsset = Asset(address(0), 0, 0);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionMoneyInvalid.selector, address(0), 0, 0));
    }

    function test_RevertWhen_TheMoneyHasNoAddress() public {
        Settling memory s = base();
        s.order.key.buyAsset.token = address(0);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionMoneyInvalid.selector, address(0), 0, 1));
    }

    function test_RevertWhen_TheMoneyHasAnId() public {
        Settling memory s = base();
        s.order.key.buyAsset.tokenId = 3;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionMoneyInvalid.selector, pay, 3, 1));
    }

    function test_RevertWhen_TheMoneyIsATicket() public {
        Settling memory s = base();
        s.order.key.buyAsset = Asset(address(multi), 7, 2);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionMoneyInvalid.selector, multi, 7, 2));
    }

    function test_RevertWhen_TheMoneyIsAnItem() public {
        Settling memory s = base();
        s.order.key.buyAsset.assetType = 3;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionMoneyInvalid.selector, pay, 0, 3));
    }

    function test_RevertWhen_NothingIsSold() public {
        Settling memory s = base();
        s.order.selling = 0;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionQuantityInvalid.selector, 0));
    }

    function test_RevertWhen_TwoOfAnERC721AreSold() public {
        Settling memory s = base();
        s.order.selling = 2;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionQuantityInvalid.selector, 2));
    }

    function test_RevertWhen_TwoOfAnOldERC721AreSold() public {
        Settling memory s = base();
        s.order.selling = 2;
        s.order.key.sellAsset.assetType = 4;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionQuantityInvalid.selector, 2));
    }

    function test_RevertWhen_ItIsForNothing() public {
        Settling memory s = base();
        s.order.buying = 0;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionPriceZero.selector));
    }

    function test_RevertWhen_MoreThanAllIsPromised() public {
        Settling memory s = base();
        s.order.encourage = 10_001;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionEncourageInvalid.selector, 10_001));
    }

    function test_RevertWhen_TheSellerFeeIsAboveTheCap() public {
        Settling memory s = base();
        s.order.sellerFee = 1001;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IFees.FeesAboveCap.selector, 1001, 1000));
    }

    function test_RevertWhen_TheBuyerFeeIsAboveTheCap() public {
        Settling memory s = base();
        s.fee = 1001;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IFees.FeesAboveCap.selector, 1001, 1000));
    }

    function test_RevertWhen_TheBidIsBelowTheMinimum() public {
        Settling memory s = base();
        s.total = MINIMUM - 1;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidBelowMinimum.selector, MINIMUM - 1, MINIMUM));
    }

    function test_RevertWhen_TheBidIsZero() public {
        Settling memory s = base();
        s.total = 0;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidBelowMinimum.selector, 0, MINIMUM));
    }

    function test_RevertWhen_ARecipientRepeats() public {
        Settling memory s = base();
        s.recipients[1] = s.recipients[0];
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionRecipientInvalid.selector, s.recipients[0]));
    }

    function test_RevertWhen_TheRecipientsAreUnordered() public {
        Settling memory s = base();
        (s.recipients[0], s.recipients[1]) = (s.recipients[1], s.recipients[0]);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionRecipientInvalid.selector, s.recipients[1]));
    }

    function test_RevertWhen_ARecipientIsZero() public {
        Settling memory s = base();
        s.recipients[0] = address(0);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionRecipientInvalid.selector, address(0)));
    }

    function test_RevertWhen_TheWinnerShares() public {
        Settling memory s = base();
        s.recipients[1] = bob;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionRecipientInvalid.selector, bob));
    }

    function test_RevertWhen_TheOwnerShares() public {
        Settling memory s = base();
        s.recipients[1] = alice;
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionRecipientInvalid.selector, alice));
    }

    function test_RevertWhen_TooManyShare() public {
        Settling memory s = base();
        s.recipients = losers(201);
        resign(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionRecipientsTooMany.selector, 201, 200));
    }

    function test_RevertWhen_TheOwnerBids() public {
        Settling memory s = base();
        s.buyer = alice;
        resign(s);
        s.bidSig = bidOf(ALICE_KEY, s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSelfTrade.selector, alice));
    }

    function test_RevertWhen_AThirdAccountSendsIt() public {
        Settling memory s = base();
        s.caller = carol;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionCallerNotParty.selector, carol));
    }

    function test_RevertWhen_ALoserSendsIt() public {
        Settling memory s = base();
        s.caller = s.recipients[0];
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionCallerNotParty.selector, s.caller));
    }

    function test_RevertWhen_TheOperatorSendsIt() public {
        Settling memory s = base();
        s.caller = feeSigner;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionCallerNotParty.selector, feeSigner));
    }

    function test_RevertWhen_CoinComesWithIt() public {
        Settling memory s = base();
        s.value = 1;
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionValueSent.selector, 1));
    }
}
