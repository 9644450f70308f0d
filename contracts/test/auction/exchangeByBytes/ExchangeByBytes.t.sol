// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";
import {Answer, Wallet} from "../../base/Wallet.sol";

contract AuctionByBytesTest is AuctionBase {
    Wallet private seller;
    Wallet private bidder;

    function setUp() public override {
        super.setUp();
        seller = new Wallet(alice);
        bidder = new Wallet(bob);
        nft.give(address(seller), 9);
        pay.give(address(bidder), INITIAL_BALANCE);
        seller.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        bidder.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), type(uint256).max)));
    }

    function between(address owner, address buyer) private view returns (Settling memory s) {
        s = settlingOf(anAuction(address(nft)), losers(2));
        (s.order.key.owner, s.buyer, s.caller) = (owner, buyer, buyer);
        if (owner == address(seller)) s.order.key.sellAsset.tokenId = 9;
        resign(s);
    }

    function settleBy(Settling memory s, bytes memory sig, bytes memory bidSig) private {
        vm.prank(s.caller);
        auction.exchange(s.order, sig, s.total, bidSig, s.recipients, s.fee, s.feeSig, s.buyer);
    }

    function settleBy(Settling memory s) private {
        settleBy(s, joined(s.sig), joined(s.bidSig));
    }

    function refused(Settling memory s, bytes memory sig, bytes memory bidSig, bytes memory why) private {
        vm.expectRevert(why);
        settleBy(s, sig, bidSig);
        vm.assertTrue(!auction.isSpent(s.order.key.owner, s.order.key.salt), "untouched");
    }

    function ownerRefused(address owner) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, owner);
    }

    function bidRefused(address bidder_) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, bidder_);
    }

    function test_WhenBothAreContracts() public {
        settleBy(between(address(seller), address(bidder)));
        vm.assertEq(nft.ownerOf(9), address(bidder), "item");
        vm.assertEq(pay.balanceOf(address(seller)), 1.95 ether, "seller");
        vm.assertEq(pay.balanceOf(address(bidder)), INITIAL_BALANCE - 2.05 ether, "winner");
    }

    function test_WhenTheOwnerIsAContract() public {
        settleBy(between(address(seller), bob));
        vm.assertEq(nft.ownerOf(9), bob, "item");
    }

    function test_WhenTheBidderIsAContract() public {
        Settling memory s = between(alice, address(bidder));
        s.caller = alice;
        settleBy(s);
        vm.assertEq(nft.ownerOf(1), address(bidder), "item");
    }

    function test_WhenBothAreKeys() public {
        Settling memory s = between(alice, bob);
        settleBy(s);
        assertOver(s);
    }

    function test_WhenKeysPersonalSign() public {
        Settling memory s = between(alice, bob);
        s.sig = signed(ALICE_KEY, Signatures.personalDigest(auction.digest(s.order)));
        s.bidSig = signed(BOB_KEY, Signatures.personalDigest(auction.bidDigest(s.order, s.buyer, s.total, s.fee)));
        settleBy(s);
        assertOver(s);
    }

    /// Each bad answer, of the owner's contract and of the bidder's.
    function test_RevertWhen_AContractDoesNotSayYes() public {
        Settling memory s = between(address(seller), address(bidder));
        for (uint256 answer = 1; answer <= uint256(type(Answer).max); ++answer) {
            if (Answer(answer) == Answer.Bomb) continue;
            seller.answerBy(Answer(answer));
            bidder.answerBy(Answer.Honest);
            refused(s, joined(s.sig), joined(s.bidSig), ownerRefused(address(seller)));
            seller.answerBy(Answer.Honest);
            bidder.answerBy(Answer(answer));
            refused(s, joined(s.sig), joined(s.bidSig), bidRefused(address(bidder)));
        }
    }

    /// A yes with 200,000 bytes behind it is read to its first word.
    function test_WhenAContractSaysYesAtLength() public {
        Settling memory s = between(address(seller), address(bidder));
        seller.answerBy(Answer.Bomb);
        bidder.answerBy(Answer.Bomb);
        settleBy(s);
        vm.assertEq(nft.ownerOf(9), address(bidder), "item");
    }

    function test_RevertWhen_TheBytesAreNoSignature() public {
        Settling memory s = between(alice, bob);
        for (uint256 length; length <= 70; length += 14) {
            refused(s, new bytes(length), joined(s.bidSig), ownerRefused(alice));
            refused(s, joined(s.sig), new bytes(length), bidRefused(bob));
        }
        refused(s, new bytes(65), joined(s.bidSig), ownerRefused(alice));
        refused(s, abi.encodePacked(joined(s.sig), uint8(0)), joined(s.bidSig), ownerRefused(alice));
    }

    function test_RevertWhen_TheYesWasForSomethingElse() public {
        Settling memory s = between(address(seller), address(bidder));
        bytes memory sig = joined(s.sig);
        bytes memory bidSig = joined(s.bidSig);
        s.order.buying += 1;
        s.feeSig = wordOf(FEE_KEY, s);
        refused(s, sig, bidSig, ownerRefused(address(seller)));
        resign(s);
        refused(s, joined(s.sig), bidSig, bidRefused(address(bidder)));
        s.order.buying -= 1;
        refused(s, bidSig, sig, ownerRefused(address(seller)));
    }
}
