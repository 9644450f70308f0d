// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Signatures} from "../../../src/exchange/Signatures.sol";
import {Attempt, MutationBase} from "./MutationBase.sol";

/// @notice What the seller signed, and how: nothing else counts.
contract SignatureMutationsTest is MutationBase {
    function base() internal view override returns (Attempt memory a) {
        (a.order, a.fee, a.amount, a.caller, a.value) = (aSale(), FEE, 1, bob, due(PRICE, FEE));
        a.sig = makerSig(ALICE_KEY, a.order);
    }

    function test_RevertWhen_SaltIsAnother() public {
        Attempt memory a = base();
        a.order.key.salt = saltOf(6);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_ValidUntilIsAdded() public {
        Attempt memory a = base();
        a.order.key.salt = saltOf(5, 0, block.timestamp + 1, 0);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_ValidFromIsAdded() public {
        Attempt memory a = base();
        a.order.key.salt = saltOf(5, 1, 0, 0);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_MaxBuyerFeeIsAdded() public {
        Attempt memory a = base();
        a.order.key.salt = saltOf(5, 0, 0, 1);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheMiddleOfTheSaltIsFilled() public {
        Attempt memory a = base();
        a.order.key.salt |= 1 << 100;
        fails(a, abi.encodeWithSignature("ExchangeTermsInvalid(uint256)", 1 << 36));
    }

    function test_RevertWhen_TheCollectionIsAnother() public {
        Attempt memory a = base();
        a.order.key.sellAsset.token = address(royal);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheItemIsAnother() public {
        Attempt memory a = base();
        a.order.key.sellAsset.tokenId = 2;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheItemTypeIsAnother() public {
        Attempt memory a = base();
        a.order.key.sellAsset.assetType = 4;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheMoneyIsAnother() public {
        Attempt memory a = base();
        a.order.key.buyAsset = money();
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_ThePriceIsLower() public {
        Attempt memory a = base();
        a.order.buying = PRICE - 1;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_ThePriceIsHigher() public {
        Attempt memory a = base();
        a.order.buying = PRICE + 1;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheQuantityIsAnother() public {
        Attempt memory a = base();
        a.order.selling = 2;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheSellerFeeIsHigher() public {
        Attempt memory a = base();
        a.order.sellerFee = FEE + 1;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_AnotherSigned() public {
        Attempt memory a = base();
        a.sig = makerSig(EVE_KEY, a.order);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheBuyerSigned() public {
        Attempt memory a = base();
        a.sig = makerSig(BOB_KEY, a.order);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheFeeSignerSigned() public {
        Attempt memory a = base();
        a.sig = makerSig(FEE_KEY, a.order);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_ItIsNotSigned() public {
        Attempt memory a = base();
        a.sig = none();
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_SIsHigh() public {
        Attempt memory a = base();
        a.sig = mirrored(a.sig);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_VIsFlipped() public {
        Attempt memory a = base();
        a.sig.v = a.sig.v == 27 ? 28 : 27;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_VIsZeroBased() public {
        Attempt memory a = base();
        a.sig.v -= 27;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_VIsOfAChain() public {
        Attempt memory a = base();
        a.sig.v += 10;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_RIsZero() public {
        Attempt memory a = base();
        a.sig.r = 0;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_SIsZero() public {
        Attempt memory a = base();
        a.sig.s = 0;
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_RIsTheCurveOrder() public {
        Attempt memory a = base();
        a.sig.r = bytes32(CURVE_ORDER);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_RAndSAreSwapped() public {
        Attempt memory a = base();
        (a.sig.r, a.sig.s) = (a.sig.s, a.sig.r);
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheStructHashIsSigned() public {
        Attempt memory a = base();
        a.sig = signed(ALICE_KEY, exchange.hashOrder(a.order));
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheFeeDigestIsSigned() public {
        Attempt memory a = base();
        a.sig = signed(ALICE_KEY, exchange.buyerFeeDigest(exchange.hashOrder(a.order), FEE));
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_PersonallySignedWithoutAFeeSignature() public {
        Attempt memory a = base();
        a.sig = signed(ALICE_KEY, Signatures.personalDigest(exchange.digest(a.order)));
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheRawDigestIsPersonallySigned() public {
        Attempt memory a = base();
        a.sig = signed(ALICE_KEY, keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", exchange.digest(a.order))));
        fails(a, wrongSignature(alice));
    }

    function test_RevertWhen_TheOwnerIsAnother() public {
        Attempt memory a = base();
        a.order.key.owner = eve;
        fails(a, wrongSignature(eve));
    }

    function test_RevertWhen_TheOwnerIsZero() public {
        Attempt memory a = base();
        (a.order.key.owner, a.sig) = (address(0), none());
        fails(a, wrongSignature(address(0)));
    }

    function test_RevertWhen_TheChainIsAnother() public {
        Attempt memory a = base();
        vm.chainId(31338);
        fails(a, wrongSignature(alice));
    }
}
