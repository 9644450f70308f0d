// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";

contract ExchangeSignaturesTest is ExchangeBase {
    function fill(Order memory order, Sig memory sig, uint256 fee, Sig memory fees) private {
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, fee)}(order, sig, fee, fees, 1, address(0));
    }

    function makerReverts(Order memory order, Sig memory sig, Sig memory fees) private {
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, order.key.owner));
        fill(order, sig, FEE, fees);
    }

    function feeReverts(Order memory order, uint256 fee, Sig memory fees) private {
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert();
        fill(order, sig, fee, fees);
        vm.assertTrue(!exchange.isSpent(alice, order.key.salt), "untouched");
    }

    /// [SOL-20]
    function test_RevertWhen_AnotherSigned() public {
        makerReverts(aSale(), makerSig(EVE_KEY, aSale()), none());
    }

    /// [TX-33] nothing is registered on chain, so no signature is none
    function test_RevertWhen_ItIsNotSigned() public {
        makerReverts(aSale(), none(), none());
    }

    function test_RevertWhen_OwnerIsZero() public {
        Order memory order = aSale();
        order.key.owner = address(0);
        makerReverts(order, none(), none());
        makerReverts(order, Sig(27, bytes32(uint256(1)), bytes32(uint256(1))), feeSig(FEE_KEY, order, FEE));
    }

    function test_RevertWhen_SIsHigh() public {
        makerReverts(aSale(), mirrored(makerSig(ALICE_KEY, aSale())), none());
    }

    /// [TX-34] [TX-35] the contract takes 27 and 28 only; clients add the 27
    function test_RevertWhen_VIsNot27Or28() public {
        Sig memory sig = makerSig(ALICE_KEY, aSale());
        sig.v -= 27;
        makerReverts(aSale(), sig, none());
    }

    /// 31 and 32 mark personal_sign, which counts beside a fee signer's signature only.
    function test_WhenVMarksPersonalSign() public {
        Order memory order = aSale();
        Sig memory sig = signed(ALICE_KEY, Signatures.personalDigest(exchange.digest(order)));
        sig.v += 4;
        makerReverts(order, sig, none());
        fill(order, sig, FEE, feeSig(FEE_KEY, order, FEE));
        vm.assertEq(nft.ownerOf(1), bob, "bought");
    }

    function test_RevertWhen_VMarksTypedData() public {
        Sig memory sig = makerSig(ALICE_KEY, aSale());
        sig.v += 4;
        makerReverts(aSale(), sig, feeSig(FEE_KEY, aSale(), FEE));
    }

    function test_RevertWhen_VIsAboveThirtyTwo() public {
        Order memory order = aSale();
        Sig memory sig = signed(ALICE_KEY, Signatures.personalDigest(exchange.digest(order)));
        for (uint256 v = 29; v < 256; ++v) {
            sig.v = uint8(v);
            if (v == 31 || v == 32) continue;
            makerReverts(order, sig, feeSig(FEE_KEY, order, FEE));
        }
    }

    function test_RevertWhen_OrderDiffers() public {
        Sig memory sig = makerSig(ALICE_KEY, aSale());
        Order memory order = aSale();
        order.buying = PRICE - 1;
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, alice));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE - 1, FEE)}(order, sig, FEE, none(), 1, address(0));
        order = aSale();
        order.key.salt = saltOf(6);
        makerReverts(order, sig, none());
        order = aSale();
        order.key.sellAsset.assetType = 4;
        makerReverts(order, sig, none());
        order = aSale();
        order.sellerFee = FEE + 1;
        makerReverts(order, sig, none());
    }

    /// Bits 159 to 64 say which kind of order it is; none is a way around a number that is spent.
    function testFuzz_EveryBitOfTheSaltIsSigned(uint8 bit) public {
        Order memory order = aSale();
        order.key.salt ^= 1 << bit;
        Sig memory sig = makerSig(ALICE_KEY, aSale());
        // The second of them makes it a private sale, which has no signature.
        if (bit < 64 || bit > 159 || bit == 65) {
            makerReverts(order, sig, none());
        } else {
            vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, 1 << (bit - 64)));
            vm.prank(bob);
            exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0));
        }
        buy(aSale(), 1);
        vm.assertEq(bit < 64 ? 0 : 1, exchange.isSpent(alice, order.key.salt) ? 1 : 0, "same number, same fate");
    }

    function test_RevertWhen_SignedForAnotherChain() public {
        Sig memory sig = makerSig(ALICE_KEY, aSale());
        Sig memory fees = feeSig(FEE_KEY, aSale(), FEE);
        vm.chainId(31338);
        makerReverts(aSale(), sig, none());
        feeReverts(aSale(), FEE, fees);
        buy(aSale(), 1);
    }

    function test_RevertWhen_SignedForAnotherExchange() public {
        (IExchange other,) = deployed();
        Sig memory sig = signed(ALICE_KEY, other.digest(aSale()));
        makerReverts(aSale(), sig, none());
        Sig memory fees = signed(FEE_KEY, other.buyerFeeDigest(other.hashOrder(aSale()), FEE));
        feeReverts(aSale(), FEE, fees);
    }

    /// [TX-09]
    function test_WhenPersonallySignedBesideAFeeSignature() public {
        Order memory order = aSale();
        string memory text = exchange.prepareMessage(order);
        vm.assertEq(bytes(text).length, 64, "64 characters");
        Sig memory sig = signed(ALICE_KEY, keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n64", text)));
        makerReverts(order, sig, none());
        fill(order, sig, FEE, feeSig(FEE_KEY, order, FEE));
        vm.assertEq(nft.ownerOf(1), bob, "item");
    }

    function test_RevertWhen_PersonallySignedByAnother() public {
        Order memory order = aSale();
        Sig memory sig = signed(EVE_KEY, Signatures.personalDigest(exchange.digest(order)));
        makerReverts(order, sig, feeSig(FEE_KEY, order, FEE));
    }

    function testFuzz_HexIsLowerCase(bytes32 word) public pure {
        (bytes32 high, bytes32 low) = Signatures.toHex(word);
        bytes memory text = abi.encodePacked(high, low);
        for (uint256 i; i < 64; ++i) {
            uint8 nibble = uint8(uint256(word) >> (252 - 4 * i)) & 15;
            vm.assertEq(uint256(uint8(text[i])), uint256(uint8(bytes16("0123456789abcdef")[nibble])), "character");
        }
    }

    /// [SOL-21] [TX-05]
    function test_WhenOperatorSignsTheFee() public {
        Order memory order = aSale();
        fill(order, makerSig(ALICE_KEY, order), 100, feeSig(FEE_KEY, order, 100));
        vm.assertEq(bob.balance, 1000 ether - 1.01 ether, "buyer");
        vm.assertEq(alice.balance, 0.975 ether, "seller");
    }

    /// [SOL-23] a sale of an official sender gets a signed fee of 0
    function test_WhenOperatorSignsNoFee() public {
        Order memory order = aSale();
        order.sellerFee = 0;
        fill(order, makerSig(ALICE_KEY, order), 0, feeSig(FEE_KEY, order, 0));
        vm.assertEq(alice.balance, PRICE, "seller");
        vm.assertEq(address(exchange).balance, 0, "no fees");
    }

    function test_RevertWhen_BuyerFeeIsUnsigned() public {
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesBuyerFeeNotDefault.selector, 0, FEE));
        fill(order, sig, 0, none());
    }

    function test_RevertWhen_SellerFeeIsBelowTheMinimum() public {
        Order memory order = aSale();
        order.sellerFee = FEE - 1;
        buyReverts(order, 1, abi.encodeWithSelector(IFees.FeesSellerFeeBelowMinimum.selector, FEE - 1, FEE));
        fill(order, makerSig(ALICE_KEY, order), FEE, feeSig(FEE_KEY, order, FEE));
    }

    function test_RevertWhen_FeesAreAboveTheCap() public {
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        Sig memory fees = feeSig(FEE_KEY, order, 1001);
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesAboveCap.selector, 1001, 1000));
        fill(order, sig, 1001, fees);
        order.sellerFee = 1001;
        buyReverts(order, 1, abi.encodeWithSelector(IFees.FeesAboveCap.selector, 1001, 1000));
    }

    function test_RevertWhen_FeeSignatureIsNotTheOperators() public {
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        Sig memory fees = feeSig(EVE_KEY, order, 100);
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, eve));
        fill(order, sig, 100, fees);
        fees = mirrored(feeSig(FEE_KEY, order, 100));
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, address(0)));
        fill(order, sig, 100, fees);
    }

    function test_RevertWhen_FeeSignatureIsForSomethingElse() public {
        Order memory order = aSale();
        Order memory other = aSale();
        other.buying = 2 ether;
        feeReverts(order, 100, feeSig(FEE_KEY, order, 101));
        feeReverts(order, 100, feeSig(FEE_KEY, other, 100));
    }

    function test_RevertGiven_TheEpochHasPassed() public {
        Order memory order = aSale();
        Sig memory fees = feeSig(FEE_KEY, order, 100);
        vm.prank(operator);
        exchange.raiseFeeEpoch();
        feeReverts(order, 100, fees);
        fill(order, makerSig(ALICE_KEY, order), 100, feeSig(FEE_KEY, order, 100));
    }

    function test_RevertGiven_TheSignerIsRemoved() public {
        Order memory order = aSale();
        Sig memory fees = feeSig(FEE_KEY, order, 100);
        vm.prank(operator);
        exchange.removeFeeSigner(feeSigner);
        feeReverts(order, 100, fees);
    }
}
